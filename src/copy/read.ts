/** Reads the file of a copy. Nothing throws: a file that cannot be used has a reason. */
import * as v from 'valibot';
import { canEncrypt, Encryption, Lock } from './encryption.ts';
import { type Copy, CopyHead, CopyTransaction, FORMAT, VERSION } from './format.ts';
import { type Document, parseDocument } from './layout.ts';

/**
 * `cut`: the end is missing. `later_version`: a newer app wrote it. `no_encryption`: it is encrypted, and this page
 * cannot decrypt. `where` names the wrong value, for example `transactions[12].amount`.
 */
export type Unreadable =
  | { reason: 'not_ours' | 'cut' | 'later_version' | 'needs_passphrase' | 'wrong_passphrase' | 'no_encryption' }
  | { reason: 'invalid'; where: string };

export type Reading = { ok: true; copy: Copy } | ({ ok: false } & Unreadable);

/** How our files begin, with or without spaces. */
const BEGINNING = new RegExp(`^\\uFEFF?\\s*\\{\\s*"format"\\s*:\\s*"${FORMAT}"`);

export async function readCopy(text: string, passphrase?: string): Promise<Reading> {
  const outside = parseDocument(text.replace(/^\uFEFF/, ''));
  if (!outside) return refuse(BEGINNING.test(text) ? 'cut' : 'not_ours');
  const { format, version, encryption } = outside;
  if (format !== FORMAT) return refuse('not_ours');
  if (!v.is(v.pipe(v.number(), v.integer(), v.minValue(1)), version)) return invalid('version');
  if (version > VERSION) return refuse('later_version');
  if (encryption === undefined) return readDocument(outside);
  const opened = await decrypt(outside, passphrase);
  if (typeof opened !== 'string') return opened;
  const inside = parseDocument(opened);
  return inside ? readDocument(inside) : invalid('chunks');
}

/** The text inside an encrypted file, or why it stays closed. */
async function decrypt(outside: Document, passphrase: string | undefined): Promise<string | Reading> {
  const encryption = v.safeParse(Encryption, outside.encryption);
  if (!encryption.success) return invalid(path('encryption', encryption.issues));
  const chunks = v.safeParse(v.pipe(v.array(v.pipe(v.string(), v.base64())), v.minLength(1)), outside.chunks);
  if (!chunks.success) return invalid(path('chunks', chunks.issues));
  if (!canEncrypt()) return refuse('no_encryption');
  if (passphrase === undefined) return refuse('needs_passphrase');
  const lock = await Lock.open(passphrase, encryption.output);
  if (!lock) return refuse('wrong_passphrase');
  const parts: string[] = [];
  for (const [at, chunk] of chunks.output.entries()) {
    const part = await lock.decrypt(chunk, at + 1, at === chunks.output.length - 1);
    if (part === null) return invalid(`chunks[${at}]`);
    parts.push(part);
  }
  return parts.join('');
}

function readDocument({ transactions, ...head }: Document): Reading {
  const parsed = v.safeParse(CopyHead, head);
  if (!parsed.success) return invalid(path('', parsed.issues));
  if (!Array.isArray(transactions)) return invalid('transactions');
  const copy: Copy = { ...parsed.output, transactions: [] };
  for (const [at, item] of transactions.entries()) {
    const row = v.safeParse(CopyTransaction, item);
    if (!row.success) return invalid(path(`transactions[${at}]`, row.issues));
    copy.transactions.push(row.output);
  }
  const wrong = wrongReference(copy);
  return wrong === null ? { ok: true, copy } : invalid(wrong);
}

/** Where a row has the id of another one, or an account that the file does not hold; null when nothing is wrong. */
function wrongReference(copy: Copy): string | null {
  const accounts = new Set(copy.accounts.map(({ id }) => id));
  for (const list of ['accounts', 'categories', 'budgets', 'reconciliations', 'schedules', 'transactions'] as const) {
    const ids = new Set<string>();
    for (const [at, row] of copy[list].entries()) {
      if (ids.has(row.id)) return `${list}[${at}].id`;
      ids.add(row.id);
      if ('accountId' in row && !accounts.has(row.accountId)) return `${list}[${at}].accountId`;
    }
  }
  return null;
}

function path(start: string, [issue]: readonly v.BaseIssue<unknown>[]): string {
  const keys = issue?.path?.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)) ?? [];
  return (start + keys.join('')).replace(/^\./, '');
}

function refuse(reason: Exclude<Unreadable['reason'], 'invalid'>): { ok: false } & Unreadable {
  return { ok: false, reason };
}

function invalid(where: string): { ok: false } & Unreadable {
  return { ok: false, reason: 'invalid', where };
}
