/** What the user reads when this device does not store or keep data: what happened, what is safe, what to do. */
export const FULL =
  'This device has no room left, so this was not saved. What you saved before is safe. Free some space and try again.';
export const REFUSED = 'This browser did not let Carryover save this. Allow it to store data, and try again.';
export const EXPORT_UNSENT = 'Export what is unsent';

export const REFUSED_TITLE = 'This browser does not let Carryover keep data';
export const REFUSED_AT_START =
  'Carryover keeps your accounts on this device. Allow it to store data, or leave private browsing. Then reload.';

export const FULL_TITLE = 'This device has no room left';
export const FULL_AT_START =
  'Carryover cannot open without room to work in. Free some space on this device, then reload.';

export const REMOVED_TITLE = 'The data on this device was removed';
export const REMOVED =
  'This browser, or somebody who cleared its data, removed what Carryover kept here. What the server has comes back ' +
  'when you reload. What was not sent yet is lost.';
/** Of somebody without a login. */
export const REMOVED_LOCAL =
  'This browser, or somebody who cleared its data, removed what Carryover kept here. No server has it, so it cannot ' +
  'come back. You can start again.';

export const CLOSED_TITLE = 'The browser closed the storage on this device';
export const CLOSED = 'Carryover cannot read it now. Reload, or restart the browser if that does not help.';

/** Of browsers with Apple's engine, where the app is not installed. */
export const REMOVES_UNUSED = 'This browser removes what websites keep after seven days without a visit.';
/** Of somebody with a login. */
export const SERVER_KEEPS = 'What the server has comes back at the next log-in here.';
/** Of somebody without a login. */
export const WAYS_OUT = 'Two ways to keep your entries:';
export const SAVE_COPY = 'Save a copy';
