/** Handing an account over. Every function throws an AuthFailure and nothing else. */
import * as v from 'valibot';
import type { Auth } from './auth-client.ts';
import { AuthFailure } from './auth-failure.ts';
import { ask, refusalOf } from './login-service.ts';

const OwnershipOffer = v.object({
  accountId: v.string(),
  accountName: v.string(),
  ownerEmail: v.string(),
  toEmail: v.string(),
  /** Offered to the signed-in user, and not by them. */
  toMe: v.boolean(),
});
export type OwnershipOffer = v.InferOutput<typeof OwnershipOffer>;

/** The offers by the user and to them, the oldest first. None from a server that does not know offers. */
export async function listOffers(auth: Auth): Promise<OwnershipOffer[]> {
  const response = await ask(auth, 'my_ownership_offers', {});
  if (response.status === 404) return [];
  if (!response.ok) throw await refusalOf(response);
  const offers = v.safeParse(v.array(OwnershipOffer), await response.json().catch(() => null));
  if (!offers.success) throw new AuthFailure('server');
  return offers.output;
}

/** Offers an account to a member, in place of an earlier offer. Without a member, it takes the offer back. */
export async function offerOwnership(auth: Auth, accountId: string, memberId: string | null): Promise<void> {
  const response = await ask(auth, 'offer_ownership', { p_account: accountId, p_user: memberId });
  if (!response.ok) throw await refusalOf(response);
}

export async function answerOwnership(auth: Auth, accountId: string, accepts: boolean): Promise<void> {
  const response = await ask(auth, 'answer_ownership', { p_account: accountId, p_accept: accepts });
  if (!response.ok) throw await refusalOf(response);
}
