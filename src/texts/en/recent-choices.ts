/** Headings in the list of a field in which one chooses: what was used lately, and the others. */
export const RECENT = 'Recent';
export const OTHERS = 'Others';
