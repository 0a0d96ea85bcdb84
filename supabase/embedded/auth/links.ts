/** Ways in that somebody could guess: links in mails, and returns from a provider. Only those that fail count. */
import type { Answer } from '../http/answers.ts';
import type { Call, Context } from './auth-call.ts';

/** Counts only links that do not open: a whole house behind one network may open theirs. */
export async function openLink(context: Context, { network, ask }: Call): Promise<Answer> {
  const { limiter, authLimits, log } = context;
  const answer = await ask();
  if (await spare(context, network, answer)) return answer;
  const { count, seconds } = authLimits.verifyEverywhere;
  if ((await limiter.add('verify everywhere', '', seconds)) === count)
    log('auth.guessing', { door: 'verify', seconds });
  return answer;
}

/**
 * The browser comes back from a provider. A sign-in that succeeds gives back what beginning it took, too: a whole house
 * may sign in. If it ends in another network than it began, one try moves there.
 */
export async function completeSignIn(context: Context, { network, ask }: Call): Promise<Answer> {
  const answer = await ask();
  await spare(context, network, answer);
  if (opens(answer)) await context.limiter.giveBack('signIn', network, context.authLimits.signIn);
  return answer;
}

/**
 * Gives the try back when it opened what it led to; returns whether. It also does so after a failure of the server,
 * which says nothing about the caller.
 */
async function spare({ limiter, authLimits }: Context, network: string, answer: Answer): Promise<boolean> {
  if (!opens(answer) && answer.status < 500) return false;
  await limiter.giveBack('verify', network, authLimits.verify);
  return true;
}

/** The library also refuses by leading back with an error. */
function opens({ status, headers }: Answer): boolean {
  return status < 400 && !/[?#&]error=/.test(String(headers.location ?? ''));
}
