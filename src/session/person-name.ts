import * as texts from '#texts/sharing/people';

/** Somebody who did something. Somebody without a login has an id and no e-mail; of a deleted user neither is left. */
interface Person {
  userId: string | null;
  email: string | null;
}

/** `You` for the reader, otherwise the e-mail. */
export function personName({ userId, email }: Person, me: { userId: string }): string {
  return userId === me.userId ? texts.YOU : email || texts.SOMEBODY;
}

/** The same where only the e-mail is known; null when nobody is. */
export function emailName(email: string | null, me: { email: string }): string {
  if (email === null) return texts.SOMEBODY;
  return email.toLowerCase() === me.email.toLowerCase() ? texts.YOU : email;
}
