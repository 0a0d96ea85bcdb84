import { createHmac } from 'node:crypto';
import type { StoredMail } from './mail.ts';
import type { Secrets } from './secrets.ts';

/**
 * What one has to know to open the page, beside being on this machine: a proxy there that says of nobody whom it speaks
 * for looks like the owner. The same for the life of an install, so that the page can be kept as a bookmark.
 */
export function outboxKey({ jwtSecret }: Secrets): string {
  return createHmac('sha256', jwtSecret).update('outbox page').digest('base64url').slice(0, 22);
}

/** The mails of an install without a mail server, for its owner on the same machine. */
export function renderOutbox(mails: StoredMail[]): string {
  const articles = mails.map(
    ({ at, to, subject, html }) =>
      `<article><header><strong>${escapeHtml(subject)}</strong><br>to ${escapeHtml(to)} · <time>${escapeHtml(at)}</time></header>${html}</article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox · Carryover</title>
<meta name="viewport" content="width=device-width"><style>
body{font:16px/1.5 system-ui;max-width:42rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #8888;border-radius:8px;padding:1rem;margin:1rem 0}header{color:#666}
</style><h1>Outbox</h1><p>No mail server is configured (SMTP_URL), so mails wait here. Only this machine can open this page.</p>
${articles.join('\n') || '<p>No mails yet.</p>'}</html>`;
}

/** What this page may do: nothing but show itself and follow links. */
export const outboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
