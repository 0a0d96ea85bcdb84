/**
 * A year of a realistic household: three accounts, two people, budgets, and some 600 transactions up to today. Every
 * run makes the same.
 */
import type { Sql } from 'postgres';
import type { Registered } from './person.ts';

type Entry = { day: number; type: 'credit' | 'debit'; cents: number; text: string; category: string };

/** Transactions of every month, on the same day. */
const MONTHLY: readonly Entry[] = [
  { day: 1, type: 'debit', cents: 135_000, text: 'Rent', category: 'Housing' },
  { day: 2, type: 'debit', cents: 8_640, text: 'City Power & Gas', category: 'Utilities' },
  { day: 3, type: 'debit', cents: 3_499, text: 'Fibre internet', category: 'Utilities' },
  { day: 4, type: 'debit', cents: 7_200, text: 'Monthly train pass', category: 'Transportation' },
  { day: 5, type: 'debit', cents: 1_299, text: 'Music subscription', category: 'Entertainment' },
  { day: 15, type: 'credit', cents: 42_000, text: 'Translation for Aalto Press', category: 'Freelance' },
  { day: 20, type: 'debit', cents: 2_950, text: 'Climbing gym', category: 'Healthcare' },
  { day: 20, type: 'credit', cents: 428_000, text: 'Salary, Northwind', category: 'Salary' },
];

/** Occasional transactions: every so many days, with sums that vary around this one. */
const OFTEN: readonly { every: number; cents: number; texts: readonly string[]; category: string }[] = [
  {
    every: 3,
    cents: 4_210,
    texts: ['Corner market', 'Groceries', 'Farmers market', 'Bakery and cheese'],
    category: 'Food',
  },
  { every: 5, cents: 460, texts: ['Coffee with Ben', 'Flat white', 'Espresso bar'], category: 'Food' },
  { every: 9, cents: 3_150, texts: ['Dinner at Osteria', 'Ramen', 'Pizza night'], category: 'Food' },
  { every: 11, cents: 1_890, texts: ['Taxi home', 'Bike repair', 'Train to Ulm'], category: 'Transportation' },
  { every: 13, cents: 2_680, texts: ['Cinema', 'Concert tickets', 'Museum'], category: 'Entertainment' },
  { every: 29, cents: 5_400, texts: ['Dentist', 'Pharmacy'], category: 'Healthcare' },
  { every: 31, cents: 3_990, texts: ['Course books', 'Online course'], category: 'Education' },
  {
    every: 37,
    cents: 6_250,
    texts: ['Birthday present for Mia', 'Winter coat', 'Lamp for the hall'],
    category: 'Other Expenses',
  },
];

const DAYS = 365;

/** Fills the person's default account and two more. `partner` is an admin of the first and enters every third row. */
export async function settleHousehold(sql: Sql, owner: Registered, partner: Registered): Promise<{ studioId: string }> {
  await sql`update public.accounts set account_name = 'Household', description = 'Everything that we share'
    where account_id = ${owner.accountId}`;
  const studioId = await openAccount(sql, owner, 'Studio Keller', 'business');
  const savingsId = await openAccount(sql, owner, 'Savings', 'personal');
  await sql`insert into public.memberships (account_id, target, user_id, email, name, role)
    values (${owner.accountId}, 'account', ${partner.userId}, ${partner.email}, 'Ben', 'admin')`;
  await sql`insert into public.invitations (email, name, role, account_id, target, invited_by, invited_by_email)
    values ('mia@example.org', 'Mia', 'viewer', ${owner.accountId}, 'account', ${owner.userId}, ${owner.email})`;
  await writeRows(sql, owner, partner);
  await writeOthers(sql, owner, studioId, savingsId);
  await budget(sql, owner.accountId, 'Food and eating out', 700, 'Food');
  await budget(sql, owner.accountId, 'Getting around', 180, 'Transportation');
  await budget(sql, owner.accountId, 'Fun', 60, 'Entertainment');
  await budget(sql, owner.accountId, 'Whole household', 3200, null);
  return { studioId };
}

async function openAccount(sql: Sql, owner: Registered, name: string, type: string): Promise<string> {
  const [made] = await sql<{ account_id: string }[]>`
    insert into public.accounts (account_name, account_type, owner_id) values (${name}, ${type}, ${owner.userId})
    returning account_id`;
  if (!made) throw new Error(`no account ${name}`);
  return made.account_id;
}

async function budget(sql: Sql, accountId: string, name: string, amount: number, category: string | null) {
  await sql`
    insert into public.budgets (account_id, name, amount, short_id, category_id)
    values (${accountId}, ${name}, ${amount}, upper(left(gen_random_uuid()::text, 7)),
      (select category_id from public.categories
        where account_id = ${accountId} and name = ${category} and type = 'expense'))`;
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** A row of the table, `ago` days before today. */
function row(accountId: string, by: Registered, ago: number, entry: Omit<Entry, 'day'>) {
  const date = new Date();
  date.setDate(date.getDate() - ago);
  return {
    account_id: accountId,
    type: entry.type,
    amount: (entry.cents / 100).toFixed(2),
    transaction_date: [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-'),
    description: entry.text,
    metadata: { category_name: entry.category, source: 'ui' },
    created_by: by.userId,
    created_by_email: by.email,
  };
}

async function writeRows(sql: Sql, owner: Registered, partner: Registered): Promise<void> {
  const rows = [];
  for (let ago = DAYS; ago >= 0; ago -= 1) {
    const day = new Date(Date.now() - ago * 86_400_000).getDate();
    for (const entry of MONTHLY) {
      if (entry.day === day) rows.push(row(owner.accountId, owner, ago, entry));
    }
    for (const { every, cents, texts, category } of OFTEN) {
      if (ago % every !== 0) continue;
      const varied = Math.round(cents * (0.7 + ((ago * 37) % 60) / 100));
      const text = texts[(ago / every) % texts.length] ?? category;
      const by = (ago / every) % 3 === 1 ? partner : owner;
      rows.push(row(owner.accountId, by, ago, { type: 'debit', cents: varied, text, category }));
    }
  }
  await insert(sql, rows);
}

async function writeOthers(sql: Sql, owner: Registered, studioId: string, savingsId: string): Promise<void> {
  const rows = [];
  for (let ago = 350; ago >= 0; ago -= 25) {
    rows.push(
      row(studioId, owner, ago, { type: 'credit', cents: 96_000, text: 'Logo and letterhead', category: 'Freelance' }),
    );
    rows.push(
      row(studioId, owner, ago, { type: 'debit', cents: 120_450, text: 'Printing', category: 'Other Expenses' }),
    );
    rows.push(
      row(savingsId, owner, ago, { type: 'credit', cents: 30_000, text: 'Put aside', category: 'Other Income' }),
    );
  }
  await insert(sql, rows);
}

async function insert(sql: Sql, rows: ReturnType<typeof row>[]): Promise<void> {
  await sql`insert into public.transactions ${sql(rows)}`;
}
