import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import * as v from 'valibot';

/** Without `text`, the plain-text part is made from the HTML. */
export type Mail = { to: string; subject: string; html: string; text?: string };

export type MailSender = { send(mail: Mail): Promise<void> };

const StoredMail = v.object({
  at: v.string(),
  to: v.string(),
  subject: v.string(),
  html: v.string(),
  text: v.optional(v.string()),
});
export type StoredMail = v.InferOutput<typeof StoredMail>;

/** Sends over SMTP. `url` is nodemailer's form: smtp://user:password@host:587 or smtps://… */
export function createSmtpSender(url: string, from: string): MailSender {
  // A mail server that does not answer must not delay those who wait for the mail.
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 });
  return {
    async send({ to, subject, html, text = toText(html) }) {
      await transport.sendMail({ from, to, subject, html, text });
    },
  };
}

/** Keeps mails without a mail server: one file each in a folder that only this machine's owner can read. */
export type MailOutbox = MailSender & { list(): Promise<StoredMail[]>; dropOlderThan(days: number): Promise<number> };

export function createMailOutbox(folder: string, now: () => Date = () => new Date()): MailOutbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    async send({ to, subject, html, text = toText(html) }) {
      const at = now().toISOString();
      const file = join(folder, `${at.replaceAll(/[:.]/g, '-')}-${crypto.randomUUID()}.json`);
      await writeFile(`${file}.new`, JSON.stringify({ at, to, subject, html, text } satisfies StoredMail), {
        mode: 0o600,
      });
      await rename(`${file}.new`, file);
    },
    /** Mails name people, so they are kept only as long as they are good for. Returns how many were deleted. */
    async dropOlderThan(days) {
      const oldest = new Date(now().getTime() - days * 24 * 60 * 60_000).toISOString().replaceAll(/[:.]/g, '-');
      const old = (await readdir(folder)).filter((name) => name.includes('.json') && name < oldest);
      await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
      return old.length;
    },
    /** The last hundred, newest first. */
    async list() {
      const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
      const newest = files.reverse().slice(0, 100);
      return Promise.all(
        newest.map(async (name) => v.parse(StoredMail, JSON.parse(await readFile(join(folder, name), 'utf8')))),
      );
    },
  };
}

/** The plain-text part: links are written out, tags dropped. */
function toText(html: string): string {
  return html
    .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2: $1')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .trim();
}
