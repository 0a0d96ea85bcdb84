export const DONE = 'Logged out successfully';
export const DONE_EXPLANATION = 'You have been logged out.';
export const FAILED = 'Logout failed';
export const ERROR = 'An error occurred during logout';
