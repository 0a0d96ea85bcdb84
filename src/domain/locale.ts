/** The language in which numbers, dates and names are written and ordered. Whoever formats or compares takes it from here. */
export const LOCALE = 'en-US';
/** The first day of a week there: 0 is Sunday, as `Date` counts. */
export const WEEK_STARTS_ON = 0;
