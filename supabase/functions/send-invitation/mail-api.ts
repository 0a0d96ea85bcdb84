import type { Mail } from './invitation-mail.ts';

/** Resolves when the mail was taken; rejects when it was not. The same `key` within a day means the same mail. */
export type SendMail = (mail: Mail, key: string) => Promise<void>;

export type MailApi = { url: string; key: string; from: string };

/** Milliseconds. The database lets another call try the same mail after thirty seconds. */
const patience = 15_000;

/**
 * A mail service by HTTP, because hosted functions reach no SMTP port. It takes `POST url` with a bearer key, `{from,
 * to, subject, html, text}` as JSON and an `Idempotency-Key`. Resend and compatible services have this form. The
 * embedded backend takes the same call with its own mail server or its outbox.
 */
export function createMailApi({ url, key, from }: MailApi): SendMail {
  return async ({ to, subject, html, text }, idempotencyKey) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ from, to: [to], subject, html, text }),
      signal: AbortSignal.timeout(patience),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The mail service answered ${response.status}.`);
  };
}
