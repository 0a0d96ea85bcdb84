import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import fc from '../../tests/support/random.ts';
import { firstCopy, sampleCopy } from './copy.fixture.ts';
import {
  CopyAccount,
  CopyBudget,
  CopyCategory,
  CopyHead,
  CopyReconciliation,
  CopySchedule,
  CopyTransaction,
} from './format.ts';
import { readCopy } from './read.ts';
import { writeCopy } from './write.ts';

const fixture = (name: string) => readFileSync(new URL(`../../tests/fixtures/copies/${name}`, import.meta.url), 'utf8');
const PASSPHRASE = 'correct horse battery staple';

async function textOf(copy = sampleCopy(), passphrase?: string): Promise<string> {
  return (await Array.fromAsync(writeCopy(copy, passphrase))).join('');
}

it('reads what it wrote, in the plain and in the encrypted file, however it is laid out', async () => {
  const copy = sampleCopy();
  const plain = await textOf();
  expect(await readCopy(plain)).toEqual({ ok: true, copy });
  const encrypted = await textOf(copy, PASSPHRASE);
  expect(await readCopy(encrypted, PASSPHRASE)).toEqual({ ok: true, copy });
  expect(encrypted).not.toContain('Household');
  for (const text of [plain, encrypted]) {
    const anew = JSON.stringify(JSON.parse(text), null, 2);
    expect(await readCopy(anew, PASSPHRASE)).toEqual({ ok: true, copy });
  }
});

it('a file of version 2 from before there were schedules has none', async () => {
  const { schedules, ...copy } = sampleCopy();
  expect(await readCopy(JSON.stringify(copy))).toEqual({ ok: true, copy: { ...copy, schedules: [] } });
});

it('a schedule whose account is not in the file is named', async () => {
  const copy = sampleCopy();
  const [schedule, ...others] = copy.schedules;
  if (!schedule) throw new Error('no schedule');
  const strange = { ...schedule, accountId: schedule.id };
  const reading = await readCopy(JSON.stringify({ ...copy, schedules: [strange, ...others] }));
  expect(reading).toEqual({ ok: false, reason: 'invalid', where: 'schedules[0].accountId' });
});

it.each([
  [1, firstCopy()],
  [2, sampleCopy()],
])('a file of version %i is restorable for ever', async (version, copy) => {
  expect(await readCopy(fixture(`${version}.json`))).toEqual({ ok: true, copy });
  expect(await readCopy(fixture(`${version}.encrypted.json`), PASSPHRASE)).toEqual({ ok: true, copy });
});

it('a new file is of version 2, which an app that knows no refunds does not half read', async () => {
  for (const text of [await textOf(), await textOf(sampleCopy(), PASSPHRASE)]) {
    expect(JSON.parse(text)).toMatchObject({ version: 2 });
  }
});

/** The entries of a schema's fields. */
const fieldsOf = {
  accounts: CopyAccount.entries,
  categories: CopyCategory.entries,
  budgets: CopyBudget.entries,
  reconciliations: CopyReconciliation.entries,
  schedules: CopySchedule.pipe[0].entries,
  transactions: CopyTransaction.pipe[0].entries,
};

it('the golden file holds each table, and each field of its rows with more than its default', () => {
  const golden: Record<keyof typeof fieldsOf, Record<string, unknown>[]> = JSON.parse(fixture('2.json'));
  expect(Object.keys(golden).sort()).toEqual(Object.keys({ ...CopyHead.entries, transactions: [] }).sort());
  for (const list of ['accounts', 'categories', 'budgets', 'reconciliations', 'schedules', 'transactions'] as const) {
    for (const [field, entry] of Object.entries(fieldsOf[list])) {
      const empty: unknown[] = [undefined, null, '', 'default' in entry ? entry.default : null];
      expect(
        golden[list].some((row) => !empty.includes(row[field])),
        `${list}.${field}`,
      ).toBe(true);
    }
  }
});

it('says that it needs a passphrase, and that one is wrong', async () => {
  const text = fixture('2.encrypted.json');
  expect(await readCopy(text)).toEqual({ ok: false, reason: 'needs_passphrase' });
  expect(await readCopy(text, 'wrong')).toEqual({ ok: false, reason: 'wrong_passphrase' });
});

it('every cut is found, and other files are not ours', async () => {
  const text = await textOf();
  for (let end = 30; end < text.length - 2; end += 97) {
    expect(await readCopy(text.slice(0, end))).toEqual({ ok: false, reason: 'cut' });
  }
  expect(await readCopy(text.slice(0, -3))).toEqual({ ok: false, reason: 'cut' });
  expect(await readCopy(fixture('2.encrypted.json').slice(0, -100), PASSPHRASE)).toEqual({ ok: false, reason: 'cut' });
  for (const other of ['', 'Date,Amount\n', '[]', '{}', 'null', '{"format":"another","version":1}']) {
    expect(await readCopy(other)).toEqual({ ok: false, reason: 'not_ours' });
  }
});

it('a file of a later version is not half read', async () => {
  const later = { ...sampleCopy(), version: 3 };
  expect(await readCopy(JSON.stringify(later))).toEqual({ ok: false, reason: 'later_version' });
});

it('nobody changes, drops or reorders the chunks of an encrypted file, nor its parameters', async () => {
  const copy = sampleCopy();
  for (const row of copy.transactions) row.notes = 'n'.repeat(10_000);
  const long = {
    ...copy,
    transactions: Array.from({ length: 40 }, (_, n) =>
      copy.transactions.map((row) => ({
        ...row,
        id: row.id.replace(/^.{4}/, (1000 + n).toString()),
      })),
    ).flat(),
  };
  const text = await textOf(long, PASSPHRASE);
  const file: { chunks: string[]; encryption: object } = JSON.parse(text);
  const { chunks, encryption } = file;
  expect(chunks.length).toBeGreaterThan(2);
  const read = (change: object) => readCopy(JSON.stringify({ ...file, ...change }), PASSPHRASE);
  expect(await read({ chunks: chunks.slice(0, -1) })).toMatchObject({ reason: 'invalid' });
  expect(await read({ chunks: chunks.toReversed() })).toEqual({ ok: false, reason: 'invalid', where: 'chunks[0]' });
  const flipped = chunks.with(1, `${chunks[1]?.startsWith('A') ? 'B' : 'A'}${chunks[1]?.slice(1)}`);
  expect(await read({ chunks: flipped })).toEqual({ ok: false, reason: 'invalid', where: 'chunks[1]' });
  const weaker = await read({ encryption: { ...encryption, iterations: 1000 } });
  expect(weaker).toEqual({ ok: false, reason: 'invalid', where: 'encryption.iterations' });
  const other = await read({ encryption: { ...encryption, iterations: 600_001 } });
  expect(other).toEqual({ ok: false, reason: 'wrong_passphrase' });
});

const [row] = sampleCopy().transactions;
/** Rows that are no refunds, although they say so. */
const noRefunds: object[] = [
  { ...row, refund: true, nature: 'opening' },
  { ...sampleCopy().transactions[1], refund: true },
  { ...row, refund: true, budgetId: row?.id },
];
const wrong: [where: string, change: object][] = [
  ...noRefunds.map((one): [string, object] => ['transactions[0].refund', { transactions: [one] }]),
  ['transactions[0].amount', { transactions: [{ ...row, amount: 12.5 }] }],
  ['transactions[0].date', { transactions: [{ ...row, date: '2026-02-30' }] }],
  ['transactions[0].lines', { transactions: [{ ...sampleCopy().transactions[1], amount: 7 }] }],
  ['transactions[0].refund', { transactions: [{ ...row, refund: 'yes' }] }],
  ['transactions[0].accountId', { transactions: [{ ...row, accountId: row?.id }] }],
  ['transactions[1].id', { transactions: [row, row] }],
  ['accounts[0].name', { accounts: [{ ...sampleCopy().accounts[0], name: '' }] }],
  ['transactions', { transactions: {} }],
];

it.each(wrong)('names a wrong value: %s', async (where, change) => {
  const copy = { ...sampleCopy(), ...change };
  expect(await readCopy(JSON.stringify(copy))).toEqual({ ok: false, reason: 'invalid', where });
});

it('the schema in the documents takes what the app reads, and refuses what it refuses', async () => {
  const schema = readFileSync(new URL('../../docs/copy-format.schema.json', import.meta.url), 'utf8');
  const takes = new Ajv({ strict: false }).compile(JSON.parse(schema));
  for (const name of ['1.json', '1.encrypted.json', '2.json', '2.encrypted.json']) {
    expect(takes(JSON.parse(fixture(name))), name).toBe(true);
  }
  for (const one of noRefunds) expect(takes({ ...sampleCopy(), transactions: [one] })).toBe(false);
  expect(takes({ ...sampleCopy(), transactions: [{ ...row, refund: true }] })).toBe(true);
  const value = fc.constantFrom<unknown>(undefined, null, '', 0, 1, -1, 0.5, 1e15, true, 'x', [], {}, 'expense', '1');
  const lists = ['accounts', 'categories', 'budgets', 'reconciliations', 'schedules', 'transactions'] as const;
  const place = fc.constantFrom(...lists).chain((list) => {
    const fields = Object.keys(sampleCopy()[list][0] ?? {});
    return fc.record({ list: fc.constant(list), field: fc.constantFrom(...fields), value });
  });
  await fc.assert(
    fc.asyncProperty(place, async ({ list, field, value }) => {
      const [first, ...others] = sampleCopy()[list];
      const copy = { ...sampleCopy(), [list]: [{ ...first, [field]: value }, ...others] };
      const text = JSON.stringify(copy);
      const reading = await readCopy(text);
      expect(takes(JSON.parse(text))).toBe(reading.ok);
    }),
    { numRuns: 500 },
  );
});
