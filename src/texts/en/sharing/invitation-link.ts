/** Invitations of an install without a mail server, whose link the inviter hands over. */
export const NO_MAIL =
  'No mail leaves this machine, because the server has no mail server. Give the link to whom you invite. ' +
  'They find the invitation under Settings, Manage Access, after they log in with the address below. ' +
  'It can be accepted for two weeks, also by people without an account yet.';
/** Behind the specification's sentence that the mail was sent: it is in the mail outbox. */
export const STAYS = 'But this server sends no mail. They find it under Settings, Manage Access.';
export const COPY = 'Copy link';
export const CODE = 'QR code';
export const TITLE = 'Invitation link';
export const COPIED = 'Link copied';
export const COPY_BY_HAND = 'Copy this link yourself';
export const WHOM =
  'The link alone opens nothing. Whom you invite logs in or signs up with the e-mail that you name here, then accepts.';
export const THIS_MACHINE =
  'This address opens on this machine only. For other devices, the server needs an address that they can reach.';

export function copyFor(email: string): string {
  return `Copy link for ${email}`;
}

export function codeFor(email: string): string {
  return `QR code for ${email}`;
}

export function whomOf(email: string): string {
  return `The link alone opens nothing. Its reader logs in or signs up as ${email}, then accepts.`;
}
