export const SHARED_TITLE = 'Others use accounts that you own';
export const SHARED =
  'Offer each of these accounts to a member, remove the others from it, or delete it. ' +
  'You can delete your login after that.';
export const SHARED_SOLE =
  'Everybody needs an account of their own. Create another account, then come back here to hand this one over. ' +
  'Or remove the others from it.';
export const NEW_OWNER = 'New owner';
export const NO_MEMBER = 'Nobody else has the whole account, so nobody can take it over.';
export const OFFER = 'Offer this account';
export const TAKE_BACK = 'Take back the offer';
export const HAND_OVER = 'Hand over';
export const OFFER_ABOUT =
  'A member becomes the owner as soon as they accept. You stay as an admin, and keep everything you see now.';
export const SOLE =
  'Everybody needs an account of their own. Create another account, then come back here to hand this one over.';
export const OFFLINE = 'An account is handed over by the server, so this needs a connection.';
export const OFFER_ERROR = 'The account could not be offered.';
export const OFFERS_TITLE = 'Accounts offered to you';
export const DECLINED = 'You declined the account';
export const ANSWER = 'Answer';
export const ANSWER_FAILED = 'The answer did not reach the server';

export function usedBy(others: readonly string[]): string {
  return `Used by ${others.join(', ')}`;
}

export function offeredTo(email: string): string {
  return `Offered to ${email}. They accept under Settings, Manage Access. Then you become an admin, and you can leave.`;
}

export function offeredBy(email: string): string {
  return `${email} wants you to own this account. They become an admin of it.`;
}

export function offers(email: string, account: string): string {
  return `${email} offers you the account ${account}.`;
}

export function accepted(account: string): string {
  return `${account} is yours now`;
}

export function handOver(account: string): string {
  return `${HAND_OVER} ${account}`;
}

/** Read out instead of the button's words, which are the same on every line. */
export function offerOf(account: string): string {
  return `${OFFER}: ${account}`;
}

export function takeBackOf(account: string): string {
  return `${TAKE_BACK}: ${account}`;
}

export function acceptOf(account: string): string {
  return `Accept the account ${account}`;
}

export function declineOf(account: string): string {
  return `Decline the account ${account}`;
}
