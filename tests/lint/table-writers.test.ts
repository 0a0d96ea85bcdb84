/** Uses of tables are planted, and the real linter judges them. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedProject, plantedProject } from './planted-project.ts';

let project: PlantedProject;

beforeAll(async () => {
  project = await plantedProject(['.oxlintrc.json', 'tests/lint']);
});

afterAll(() => project.remove());

const Report = v.object({ diagnostics: v.array(v.object({ code: v.optional(v.string()), message: v.string() })) });

/** What the rule says about a file with this text. */
async function lint(file: string, text: string): Promise<string[]> {
  const output = await project.lint('oxlint/bin/oxlint', ['--format=json'], { [file]: text });
  return v
    .parse(v.pipe(v.string(), v.parseJson(), Report), output)
    .diagnostics.filter(({ code }) => code === 'carryover-tables(writers)')
    .map(({ message }) => message);
}

describe('the tables of the ledger', () => {
  it.each([
    ['src/store/queries/planted.ts', 'export const rows = db.transactions.toArray();'],
    ['src/store/resolve/planted.ts', 'export const read = () => this.db.totals.get(1);'],
    ['src/store/optimistic/planted.ts', 'class A { #db; read() { return this.#db.sums.get(1); } }'],
    ['src/pages/reports/planted.tsx', "export const rows = database.table('transactions').toArray();"],
    ['sync/planted.ts', 'export const months = db.totals.toCollection();'],
  ])('are refused in %s: %s', async (file, text) => {
    expect(await lint(file, text)).toEqual([expect.stringContaining('only the files of src/store/ledger')]);
  });

  it.each([
    ['src/store/ledger/planted.ts', 'export const rows = db.transactions.toArray();'],
    ['src/store/queries/planted.ts', 'export const rows = answer.transactions.length;'],
    ['src/store/ledger/planted.test.ts', 'export const rows = db.transactions.toArray();'],
  ])('are left alone in %s: %s', async (file, text) => {
    expect(await lint(file, text)).toEqual([]);
  });

  it('are not taken out of the database by their names', async () => {
    expect(await lint('sync/planted.ts', 'const { transactions } = db; export { transactions };')).toHaveLength(1);
  });
});

describe('the bases', () => {
  it.each([
    ['src/store/queries/planted.ts', 'export const bases = database.bases.toArray();'],
    ['src/store/commands/planted.ts', "export const base = db.bases.get(['invitations', id]);"],
    ['sync/planted.ts', "export const count = db.bases.where('id').equals(1).count();"],
  ])('are refused in %s: %s', async (file, text) => {
    expect(await lint(file, text)).toEqual([expect.stringContaining('src/store/optimistic/bases.ts')]);
  });

  it.each([
    ['src/store/optimistic/bases.ts', 'export const bases = db.bases.toArray();'],
    ['src/store/optimistic/planted.ts', 'db.bases.clear();'],
    ['sync/planted.ts', "db.transaction('r', db.meta, db.bases, run);"],
  ])('are left alone in %s: %s', async (file, text) => {
    expect(await lint(file, text)).toEqual([]);
  });
});

describe('single values', () => {
  it.each([
    ['src/store/queries/planted.ts', "export const device = db.meta.get('device');"],
    ['src/store/outbox/planted.ts', 'db.meta.put({ key, value });'],
    ['sync/throughput.ts', "database.meta.delete('line');"],
  ])('are refused in %s: %s', async (file, text) => {
    expect(await lint(file, text)).toEqual([expect.stringContaining('src/store/database/meta.ts')]);
  });

  it.each([
    ['src/store/database/meta.ts', 'export const stored = db.meta.toArray();'],
    ['src/store/database/in-worker.ts', "database.transaction('r', database.meta, () => database.meta.count());"],
    ['sync/throughput.ts', "writeMeta(db, 'line', {});"],
  ])('are left alone in %s: %s', async (file, text) => {
    expect(await lint(file, text)).toEqual([]);
  });
});

describe('writing', () => {
  it.each([
    ['src/features/accounts/planted.tsx', 'db.accounts.put(row);', 'only commands write'],
    ['src/features/sync-status/planted.ts', "database.outbox.where('id').equals(1).modify({});", 'only commands write'],
    ['src/main.tsx', 'database.drafts.bulkDelete([]);', 'only commands write'],
    ['src/main.tsx', "writeMeta(database, 'device', '');", 'only commands write'],
    ['src/store/queries/planted.ts', 'db.budgets.update(1, {});', 'only reads'],
    ['src/store/search/planted.ts', 'this.#db.drafts.clear();', 'only reads'],
    ['src/store/copies/restore-plan.ts', "dropMeta(db, 'device');", 'only reads'],
    ['sync/planted.ts', 'db.outbox.bulkPut([]);', 'sync writes outbox only'],
    ['sync/push.ts', 'db.small[table].put(row);', 'sync writes small only'],
    ['sync/push.ts', 'db.accounts.put(row);', 'sync writes accounts only'],
    ['sync/push.ts', "writeMeta(db, 'pull', {});", 'sync writes meta only'],
  ])('is refused in %s: %s', async (file, text, reason) => {
    const members = text.includes('#db') ? `class A { #db; f() { ${text} } }` : text;
    expect(await lint(file, members)).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ['src/store/commands/planted.ts', 'db.outbox.put(entry);'],
    ['src/session/planted.ts', 'await database.delete();'],
    ['src/features/sync-status/planted.ts', 'db.outbox.get({ id }); names.add(name);'],
    ['sync/record-verdicts.ts', 'db.outbox.bulkPut([]);'],
  ])('is left alone in %s: %s', async (file, text) => {
    expect(await lint(file, text)).toEqual([]);
  });
});
