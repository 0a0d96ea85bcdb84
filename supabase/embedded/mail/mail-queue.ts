/**
 * Sends mails of the auth service after the response. So the time that a mail server takes tells nobody whether there
 * was a mail to send. A mail server that is down delays no sign-up.
 */
import * as v from 'valibot';
import { BackgroundSet } from '../background-set.ts';
import { describeError, type Log } from '../log.ts';
import type { Mail, MailSender } from './mail.ts';

/** Milliseconds before each further try. Links in mails are good for an hour. */
const pauses = [5_000, 30_000, 120_000];
/** Mails that may wait. Further ones are lost and logged. */
const mostWaiting = 1000;
/** Milliseconds that the backend waits for a mail server when it ends. */
const longestEnd = 5_000;

/** A mail server's final refusal: nodemailer's form of a 5xx reply. */
const Final = v.object({ responseCode: v.pipe(v.number(), v.minValue(500)) });

export type MailQueue = MailSender & {
  /** Tries the waiting mails once more. Resolves when no mail is under way, or after five seconds. */
  finish(): Promise<void>;
};

/**
 * `send` resolves at once. A mail that does not go is tried again, and at last logged as lost. The user then asks for
 * it again.
 */
export function createMailQueue(sender: MailSender, log: Log): MailQueue {
  const running = new BackgroundSet(mostWaiting);
  const ending = Promise.withResolvers<void>();
  let ended = false;
  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, milliseconds).unref();
      void ending.promise.then(resolve);
    });

  const attempt = async (mail: Mail): Promise<'sent' | 'again' | 'never'> => {
    try {
      await sender.send(mail);
      return 'sent';
    } catch (error) {
      log('mail.failed', describeError(error));
      return v.is(Final, error) ? 'never' : 'again';
    }
  };

  const deliver = async (mail: Mail) => {
    for (const pause of [...pauses, null]) {
      const outcome = await attempt(mail);
      if (outcome === 'sent') return;
      if (outcome === 'never' || pause === null || ended) break;
      await rest(pause);
    }
    log('mail.lost', {});
  };

  return {
    async send(mail) {
      if (!running.start(() => deliver(mail))) log('mail.lost', { waiting: running.size });
    },
    async finish() {
      const longest = new Promise((resolve) => setTimeout(resolve, longestEnd).unref());
      ended = true;
      ending.resolve();
      await Promise.race([running.finish(), longest]);
    },
  };
}
