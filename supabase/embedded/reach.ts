import { join } from 'node:path';
import type { BackendOptions } from './backend-options.ts';
import { isLoopback } from './http/answers.ts';
import { createMailOutbox, createSmtpSender, type MailOutbox, type MailSender } from './mail/mail.ts';
import { outboxKey } from './mail/outbox-page.ts';
import type { Secrets } from './secrets.ts';

/** How the backend is reached, how its mails go, and whether addresses therefore confirm themselves. */
export type Reach = {
  /** The address where it listens. No address here ends in a slash. */
  ownUrl: string;
  /** The address of the proxy in front; null without one. */
  publicUrl: string | null;
  /** The address that links in mails lead to. */
  siteUrl: string;
  mail: MailSender;
  /** The folder of mails; null with a mail server. */
  outbox: MailOutbox | null;
  /** The page with those mails; null when others than this machine's owner can reach it. */
  outboxPage: { mails: MailOutbox; key: string } | null;
  /** Whether a new user has to open a link in a mail before signing in. */
  confirmByMail: boolean;
};

/** `port` is the port that the backend really listens on. */
export function readReach(options: BackendOptions, dataDir: string, port: number, secrets: Secrets): Reach {
  const { host = '127.0.0.1' } = options;
  const isLocal = isLoopback(host);
  const ownUrl = `http://${isLocal || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
  const publicUrl = options.publicUrl?.replace(/\/$/, '') ?? null;
  const siteUrl = publicUrl ?? ownUrl;
  const { mail, outbox } = chooseMail(options, dataDir);
  const confirmsItself = isLocal && isLoopback(new URL(siteUrl).hostname) && outbox !== null;
  // A proxy on this machine looks like its owner. So the page is only for a backend that nobody else should reach.
  const isShown = isLocal && publicUrl === null && outbox !== null;
  return {
    ownUrl,
    publicUrl,
    siteUrl,
    mail,
    outbox,
    outboxPage: isShown ? { mails: outbox, key: outboxKey(secrets) } : null,
    confirmByMail: !confirmsItself,
  };
}

function chooseMail(options: BackendOptions, dataDir: string): { mail: MailSender; outbox: MailOutbox | null } {
  if (options.smtpUrl !== undefined) {
    return {
      mail: createSmtpSender(options.smtpUrl, options.mailFrom ?? 'Carryover <no-reply@localhost>'),
      outbox: null,
    };
  }
  const outbox = createMailOutbox(join(dataDir, 'outbox'));
  return { mail: outbox, outbox };
}
