/** On a row that is edited in its place: goes on in the dialog. */
export const ALL_FIELDS = 'All fields';
