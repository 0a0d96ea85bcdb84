/**
 * The key in `meta` of the names that renamed categories had. It stands between those that every mutation reads, so it
 * costs no request of its own. What is stored there is read where it is needed (`former-names.ts`).
 */
export const FORMER_NAMES = 'former-names';
