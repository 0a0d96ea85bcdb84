/** The language in which numbers, dates and names are written and ordered. Every formatter takes it from here. */
export const LOCALE = 'en-US';
/** The first day of a week in this locale: 0 is Sunday, as in `Date.getDay`. */
export const WEEK_STARTS_ON = 0;
