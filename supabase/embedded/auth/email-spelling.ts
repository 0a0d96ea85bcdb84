/**
 * One mailbox has one spelling. Two spellings of it would be two accounts, each with its own counts of tries. A mail
 * server reads `x<victim@…>` as an address, and the auth library reads it as text. A soft hyphen in the domain
 * disappears when the mail is sent.
 */
import { domainToASCII, domainToUnicode } from 'node:url';
import * as v from 'valibot';
import { Address } from '../../functions/send-invitation/address.ts';

/** Characters. The auth library's column takes no more. */
const mostCharacters = 255;

/** The address, trimmed and in small letters. Every address that has another possible spelling is refused. */
export const OneSpelling = v.pipe(
  v.string(),
  v.maxLength(mostCharacters),
  Address,
  v.check((email) => email.normalize('NFKC') === email && !/\p{Cf}/u.test(email)),
  v.check((email) => isOwnSpelling(email.slice(email.indexOf('@') + 1))),
);

/** Whether name servers and mail programs read the domain exactly as it is written here. */
function isOwnSpelling(domain: string): boolean {
  return !domain.endsWith('.') && domainToUnicode(domainToASCII(domain)) === domain;
}

/** The address without what follows a plus: with many mail services, such addresses are one mailbox. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*@/, '@');
