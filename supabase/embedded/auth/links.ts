/** Ways in that somebody could guess: links in mails, and returns from a provider. Only those that fail count. */
import type { Answer } from '../http/answers.ts';
import type { Networks } from '../http/caller-address.ts';
import { giveTryBack } from '../http/network-tries.ts';
import type { Call, Context } from './auth-call.ts';

/** Counts only links that do not open: a whole house behind one network may open theirs. */
export async function openLink(context: Context, { networks, ask }: Call): Promise<Answer> {
  const { limiter, authLimits, log } = context;
  const answer = await ask();
  if (await spare(context, networks, answer)) return answer;
  const { count, seconds } = authLimits.verifyEverywhere;
  if ((await limiter.add('verify everywhere', '', seconds)) === count)
    log('auth.guessing', { door: 'verify', seconds });
  return answer;
}

/**
 * The browser comes back from a provider. A sign-in that succeeds gives back what beginning it took, too: a whole house
 * may sign in. If it ends in another network than it began, one try moves there.
 */
export async function completeSignIn(context: Context, { networks, ask }: Call): Promise<Answer> {
  const answer = await ask();
  await spare(context, networks, answer);
  const { limiter, authLimits } = context;
  if (opens(answer)) await giveTryBack(limiter, networks, { name: 'signIn', limit: authLimits.signIn });
  return answer;
}

/**
 * Gives the try back when it opened what it led to; returns whether. It also does so after a failure of the server,
 * which says nothing about the caller.
 */
async function spare({ limiter, authLimits }: Context, networks: Networks, answer: Answer): Promise<boolean> {
  if (!opens(answer) && answer.status < 500) return false;
  await giveTryBack(limiter, networks, { name: 'verify', limit: authLimits.verify });
  return true;
}

/** The library also refuses by leading back with an error. */
function opens({ status, headers }: Answer): boolean {
  return status < 400 && !/[?#&]error=/.test(String(headers.location ?? ''));
}
