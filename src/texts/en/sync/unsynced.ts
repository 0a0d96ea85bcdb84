/** The spreadsheet of what only this device has. */
export const WHAT = 'What';
export const STATUS = 'Status';
export const WAITING = 'Waiting';
export const EXPORT_FAILED = 'Failed to export';
