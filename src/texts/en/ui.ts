import { deviceZone } from '#domain/dates/dates';
import { LOCALE, WEEK_STARTS_ON } from '#domain/locale';

export const OPEN_CALENDAR = 'Open calendar';
export const CALENDAR = 'Calendar';
/** How the calendar writes its days, with which day its weeks begin, and where today is. */
export function calendarForm() {
  return { locale: LOCALE, startOfWeek: WEEK_STARTS_ON, timeZone: deviceZone() };
}
/** What the calendar shows before and after: a month, a year, or some years. */
export const EARLIER = { day: 'Previous month', month: 'Previous year', year: 'Earlier years' };
export const LATER = { day: 'Next month', month: 'Next year', year: 'Later years' };
export const OPTIONAL = 'optional';
export const TOASTS = 'Notices';
export const HIDE_CHARACTERS = 'Hide characters';
export const SHOW_CHARACTERS = 'Show characters';
export const CURRENCY_SYMBOL = '$';
export const AMOUNT_PLACEHOLDER = '0.00';
export const PART_MISSING_TITLE = 'This part could not be loaded';
export const PART_MISSING =
  'It is not on this device yet, and comes by itself once you are online. Nothing you entered is lost.';
export const PART_LOADING = 'Loading…';

/** The list of a field in which one chooses. */
export const CHOICES = 'Choices';

export function numberOfChoices(count: number): string {
  return count === 1 ? '1 choice' : `${count} choices`;
}

export const NOTHING_CHOSEN = 'Choose from the list.';

export function notAmong(text: string): string {
  return `“${text.trim()}” is not in the list. Choose from it.`;
}

/** The button over the days or months, which leads to more of them. `range` is what is shown, such as `March 2026`. */
export function moreAround(range: string): string {
  return `${range}: choose another`;
}

/** A cell of the calendar. `name` is written out. */
export function inCalendar(name: string, isChosen: boolean): string {
  return isChosen ? `${name}, chosen` : name;
}
