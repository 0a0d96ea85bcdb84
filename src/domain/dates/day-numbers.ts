/**
 * Days as whole numbers, 0 for January 1, 1970, and months as numbers, 12 for each year: so a rhythm is computed, not
 * walked. No `Date` takes part. It is slow for thousands of days, and a local one lacks some: Samoa's clocks skipped
 * December 30, 2011. Here that is a day like others.
 *
 * Inside, years begin in March, so that the leap day is their last: Howard Hinnant, "chrono-Compatible Low-Level Date
 * Algorithms".
 */

/** From March 1 of year 0 to January 1, 1970. */
const DAYS_TO_1970 = 719_468;
const DAYS_IN_YEAR = 365.2425;

/** The number of a date. */
export function dayNumber(date: string): number {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
  return dayInMonth(month, Number(date.slice(8, 10)));
}

/** The date of a day's number; the number must lie within the years 0 to 9999. */
export function dateOfDay(day: number): string {
  const month = monthNumber(day);
  const year = Math.floor(month / 12);
  const [ofYear, ofMonth] = [month - year * 12 + 1, day - dayInMonth(month, 0)];
  return `${String(year).padStart(4, '0')}-${twoDigits(ofYear)}-${twoDigits(ofMonth)}`;
}

/** The number of the month that the day is in. */
export function monthNumber(day: number): number {
  const days = day + DAYS_TO_1970;
  // Leap days come unevenly. With 3 days more, the year is never too low. In its last days it may be one too high; then
  // `ofYear` is below 0, and that is February all the same.
  const years = Math.floor((days + 3) / DAYS_IN_YEAR);
  const ofYear = days - daysOfYears(years);
  return years * 12 + Math.floor((5 * ofYear + 2) / 153) + 2;
}

/** The number of a day of a month; day 0 is the last one of the month before. */
export function dayInMonth(month: number, day: number): number {
  const years = Math.floor((month - 2) / 12);
  const months = month - 2 - years * 12;
  return daysOfYears(years) + Math.floor((153 * months + 2) / 5) + day - 1 - DAYS_TO_1970;
}

/** How many days the month has. */
export function lengthOfMonth(month: number): number {
  return dayInMonth(month + 1, 0) - dayInMonth(month, 0);
}

/** The week that the day is in, as a number. Weeks start on Mondays. */
export function weekNumber(day: number): number {
  return Math.floor((day + 3) / 7);
}

/** The day of the week, from 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: number): number {
  return day - dayInWeek(weekNumber(day), 0);
}

/** The number of a day of a week, from 1 for Monday to 7 for Sunday. */
export function dayInWeek(week: number, weekday: number): number {
  return week * 7 - 4 + weekday;
}

function daysOfYears(years: number): number {
  return years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}
