/**
 * Both mailboxes confirm a change of the e-mail address, in either order. The new mailbox must be the user's. The old
 * one is asked because somebody who finds a device open must not take the account over. The library mails only the new
 * one. This file asks the old one too, and the library finishes after the second.
 *
 * Both tokens wait in the library's columns in a form that it cannot find, so none of its own endpoints can finish with
 * one. `email_change_confirm_status` says how many mailboxes have confirmed. The library never resets it, so it says
 * nothing until the old mailbox was asked. A user without a confirmed address has no old mailbox to ask.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import type { MailSender } from '../mail/mail.ts';
import { renderTemplate } from '../mail/mail-template.ts';

/** As long as the mails promise that their links work. */
const LINK_MS = 60 * 60_000;

const PREFIX = 'both:';

export type EmailChangeOptions = {
  sql: Sql;
  mail: MailSender;
  /** Sends after the response, as the library's mails go. */
  mailLater: MailSender;
  siteUrl: string;
};

/** Call this when the library has accepted a change of this user's address: it asks the old mailbox, too. */
export async function askOldMailbox({ sql, mail, siteUrl }: EmailChangeOptions, userId: string): Promise<void> {
  const token = randomBytes(32).toString('hex');
  const [change] = await sql<{ email: string; email_change: string }[]>`
    update auth.users set
      email_change_token_new = ${PREFIX} || encode(sha256(convert_to(email_change_token_new, 'UTF8')), 'hex'),
      email_change_token_current = ${storedForm(token)},
      email_change_confirm_status = 0
    where id = ${userId} and email_change is not null and email_change_token_new not like ${`${PREFIX}%`}
      and email <> '' and email_confirmed_at is not null
    returning email, email_change`;
  if (!change) return;
  const html = await renderTemplate('email-change-current.html', {
    SiteURL: siteUrl,
    TokenHash: token,
    Email: change.email,
    NewEmail: change.email_change,
  });
  try {
    await mail.send({ to: change.email, subject: 'Your e-mail address is about to change', html });
  } catch (error) {
    await dropChange(sql, userId);
    throw error;
  }
}

/** Whether somebody else has this address. */
export async function isSomebodyElses(sql: Sql, userId: string, email: string): Promise<boolean> {
  const others = await sql`select from auth.users where email = ${email} and id <> ${userId}`;
  return others.length > 0;
}

/**
 * Notes that this user wants an address that somebody else has. The library would refuse, and so tell who has an
 * account. This change waits like any other, no link finishes it, and the mailbox of that address is told.
 */
export async function waitForKnownAddress(
  { sql, mailLater, siteUrl }: EmailChangeOptions,
  userId: string,
  email: string,
): Promise<void> {
  await sql`
    update auth.users set email_change = ${email}, email_change_token_new = ${randomBytes(32).toString('hex')},
      email_change_token_current = null, email_change_sent_at = now()
    where id = ${userId}`;
  const html = await renderTemplate('email-change-known.html', { SiteURL: siteUrl, Email: email });
  await mailLater.send({ to: email, subject: 'Somebody wanted to use your e-mail address', html });
}

/**
 * What the token of a link does.
 * - `unknown`: it is no token, or it is used or too old.
 * - `half`: the other mailbox still has to confirm.
 * - `whole`: the library finishes the change with this token.
 * - `taken`: somebody else has the new address by now.
 */
export type Confirmation = 'unknown' | 'half' | 'whole' | 'taken';

export function confirmEmailChange(sql: Sql, token: string): Promise<Confirmation> {
  const stored = storedForm(token);
  const since = new Date(Date.now() - LINK_MS).toISOString();
  return sql.begin(async (transaction): Promise<Confirmation> => {
    const [change] = await transaction<{ id: string; isLast: boolean; isOld: boolean; taken: boolean }[]>`
      select u.id, old.mailbox is null or u.email_change_confirm_status = 1 as "isLast",
        coalesce(u.email_change_token_current = ${stored}, false) as "isOld",
        exists (select from auth.users other where other.email = u.email_change and other.id <> u.id) as taken
      from auth.users u,
        lateral (select case when u.email_confirmed_at is not null then nullif(u.email, '') end as mailbox) old
      where (u.email_change_token_new = ${stored} or u.email_change_token_current = ${stored}
          or (u.email_change_token_new = ${token} and old.mailbox is null))
        and u.email_change_sent_at > ${since}
      for update of u`;
    if (!change) return 'unknown';
    // Only who reads the new mailbox may learn that it is somebody's.
    if (change.taken && (change.isLast || !change.isOld)) {
      await dropChange(transaction, change.id);
      return 'taken';
    }
    if (!change.isLast) {
      await transaction`
        update auth.users set email_change_confirm_status = 1,
          email_change_token_new = nullif(email_change_token_new, ${stored}),
          email_change_token_current = nullif(email_change_token_current, ${stored})
        where id = ${change.id}`;
      return 'half';
    }
    await transaction`
      update auth.users set email_change_token_new = ${token}, email_change_token_current = ${stored}
      where id = ${change.id}`;
    return 'whole';
  });
}

async function dropChange(sql: Pick<Sql, 'unsafe'>, userId: string): Promise<void> {
  await sql.unsafe(
    `update auth.users set email_change = null, email_change_token_new = null, email_change_token_current = null,
      email_change_sent_at = null, email_change_confirm_status = 0 where id = $1`,
    [userId],
  );
}

function storedForm(token: string): string {
  return PREFIX + createHash('sha256').update(token).digest('hex');
}
