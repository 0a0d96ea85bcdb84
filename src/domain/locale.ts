/** The language in which numbers, dates and names are written and ordered. Whoever formats or compares takes it from here. */
export const LOCALE = 'en-US';
