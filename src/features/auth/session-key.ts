/** The name under which the auth client keeps the session in the device's storage. */
export const SESSION_KEY = 'auth';
