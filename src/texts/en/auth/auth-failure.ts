export const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.';
export const SERVER = 'The server has a problem. Try again in a moment.';
export const OTHER_USER = 'Somebody else is logged in here. Log out first, then log in.';
export const LOG_IN_AGAIN =
  'You logged in more than ten minutes ago. Enter your present password, too; or log out and ask for a new link.';
