import { createHmac } from 'node:crypto';
import type { Secrets } from '../secrets.ts';
import type { StoredMail } from './mail.ts';

/**
 * The key that opens the page, besides being on this machine. A proxy there that does not say whom it speaks for looks
 * like the owner. The key stays the same as long as the install, so that the page can be a bookmark.
 */
export function outboxKey({ jwtSecret }: Secrets): string {
  return createHmac('sha256', jwtSecret).update('outbox page').digest('base64url').slice(0, 22);
}

/** The page with the mails of an install without a mail server, for its owner on the same machine. */
export function renderOutbox(mails: StoredMail[]): string {
  const articles = mails.map(
    ({ at, to, subject, html }) =>
      `<article><header><strong>${escapeHtml(subject)}</strong><br>to ${escapeHtml(to)} ·
        <time>${escapeHtml(at)}</time></header>${html}</article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox · Carryover</title>
<meta name="viewport" content="width=device-width"><style>
body{font:16px/1.5 system-ui;max-width:42rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #8888;border-radius:8px;padding:1rem;margin:1rem 0}header{color:#666}
</style><h1>Outbox</h1>
<p>No mail server is configured (SMTP_URL), so mails wait here. Only this machine can open this page.</p>
${articles.join('\n') || '<p>No mails yet.</p>'}</html>`;
}

/** What this page may do: show itself and follow links, nothing else. */
export const outboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
