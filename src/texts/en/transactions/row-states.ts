/** What the mark of a row says that the server does not have as it stands here. */
export const WAITING = 'Waiting to sync';
export const REFUSED = 'Refused: see what happened';
