export const ENDED_TITLE = 'Please log in again';
export const ENDED = 'Your session has ended. What you entered here is kept on this device.';
export const OUTDATED = 'Carryover was updated in another tab.';
