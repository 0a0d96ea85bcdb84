/** Requests that carry a password which somebody could guess. */
import type { Answer } from '../http/answers.ts';
import { type Call, type Context, tooMany, tooManyAtOnce } from './auth-call.ts';
import type { Outcome } from './password-tries.ts';
import { codeOf, findUser, refuseAlike } from './same-work.ts';
import { signedInCaller } from './signed-in-caller.ts';
import { passwordFloor, startFloor } from './time-floor.ts';

export async function signIn(context: Context, { networks, body, ask }: Call): Promise<Answer> {
  const attempt = await context.tries.begin(networks, body.email);
  if (attempt.refused !== null) return tooMany(attempt.refused);
  let floor = async () => {};
  let outcome: Outcome = 'spared';
  try {
    const named = body.email && body.password ? { email: body.email, password: body.password } : null;
    const final = await context.places.run(networks, async () => {
      floor = startFloor(passwordFloor);
      const user = named ? await findUser(context.sql, named.email) : null;
      const answer = await ask();
      return named ? refuseAlike(answer, user, named.password) : answer;
    });
    if (final === null) {
      outcome = 'unmade';
      return tooManyAtOnce();
    }
    outcome = outcomeOf(final);
    if (outcome === 'wrong') await floor();
    return final;
  } finally {
    await attempt.end(outcome);
  }
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.status < 300) return 'right';
  return answer.status >= 500 || codeOf(answer) === 'email_not_confirmed' ? 'spared' : 'wrong';
}

/** Somebody with an open device may guess at the present password. A guess counts like one at sign-in. */
export async function changePassword(context: Context, { request, networks, ask }: Call): Promise<Answer> {
  const caller = signedInCaller(request, context.secrets);
  const attempt = await context.tries.begin(networks, caller && `user ${caller.userId}`);
  if (attempt.refused !== null) return tooMany(attempt.refused);
  let outcome: Outcome = 'spared';
  try {
    const answer = await context.places.run(networks, () => ask());
    if (answer === null) {
      outcome = 'unmade';
      return tooManyAtOnce();
    }
    if (codeOf(answer) === 'invalid_credentials') outcome = 'wrong';
    else if (answer.status < 300) outcome = 'right';
    return answer;
  } finally {
    await attempt.end(outcome);
  }
}
