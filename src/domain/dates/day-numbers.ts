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
const DAYS_IN_400_YEARS = 146_097;
const DAYS_IN_100_YEARS = 36_524;
const DAYS_IN_4_YEARS = 1461;

/** The number of a date. */
export function dayNumber(date: string): number {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
  return dayInMonth(month, Number(date.slice(8, 10)));
}

/** The date of a day's number; the number must lie within the years 0 to 9999. */
export function dateOfDay(day: number): string {
  const month = monthNumber(day);
  const year = Math.floor(month / 12);
  return `${String(year).padStart(4, '0')}-${twoDigits(month - year * 12 + 1)}-${twoDigits(day - dayInMonth(month, 0))}`;
}

/** The number of the month that the day is in. */
export function monthNumber(day: number): number {
  const days = day + DAYS_TO_1970;
  const centuries = Math.floor(days / DAYS_IN_400_YEARS);
  const rest = days - centuries * DAYS_IN_400_YEARS;
  // Takes the leap days out of the 400 years, and so leaves years of 365 days.
  const leapDays =
    Math.floor(rest / (DAYS_IN_4_YEARS - 1)) -
    Math.floor(rest / DAYS_IN_100_YEARS) +
    Math.floor(rest / (DAYS_IN_400_YEARS - 1));
  const years = Math.floor((rest - leapDays) / 365);
  const ofYear = rest - daysOfYears(years);
  return (centuries * 400 + years) * 12 + Math.floor((5 * ofYear + 2) / 153) + 2;
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
