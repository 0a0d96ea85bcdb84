/** Reads mails as they came over the wire. */
import type { MailServer } from './mail-server.ts';

/** Resolves with the link in the newest mail to this address, once there are more mails than `seen`. */
export async function readLink(server: MailServer, email: string, seen = 0): Promise<string> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const mails = server.mails.filter(({ recipients }) => recipients.includes(email));
    const newest = mails.at(-1);
    if (newest && mails.length > seen) return firstLink(newest.message);
    if (Date.now() > deadline) throw new Error(`No mail came to ${email}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function countMails(server: MailServer, email: string): number {
  return server.mails.filter(({ recipients }) => recipients.includes(email)).length;
}

/** Decodes quoted-printable: soft line breaks, and bytes in hex. */
function firstLink(message: string): string {
  const text = message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const link = /href="([^"]+)"/.exec(text)?.[1];
  if (link === undefined) throw new Error(`There is no link in this mail: ${text}`);
  return link.replaceAll('&amp;', '&');
}
