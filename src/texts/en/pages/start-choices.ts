/** The ways to begin, where nothing is entered yet. */
export const OTHERWISE = 'Or begin with what you have:';
export const IMPORT_FILE = 'Import a file';
/** Leads to the settings, where a copy of everything is restored. */
export const RESTORE_COPY = 'Restore a copy';
export const TRY_DEMO = 'Try the demo';
export const START_BY_HAND = 'Start by hand';
