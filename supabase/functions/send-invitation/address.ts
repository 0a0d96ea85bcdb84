import * as v from 'valibot';

/**
 * The table `invitations` checks the address again. A mail must not read it as a second address or as another header.
 */
export const Address = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(320),
  v.regex(/^[^\s\p{Cc}<>()",:;@\\]+@[^\s\p{Cc}<>()",:;@\\]+$/u),
);
