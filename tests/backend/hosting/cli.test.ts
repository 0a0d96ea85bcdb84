/** Runs the commands of docs/hosting.md with the Supabase CLI, on a database that stands in for the project's. */
import { appendFile, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabase } from '../../support/backend.ts';
import { catalogueOf } from '../../support/catalogue.ts';
import {
  type HostedProject,
  hasSupabaseCli,
  makeCheckout,
  replaceMigrations,
  runSupabase,
  startHostedProject,
  todaysMigrations,
} from '../../support/hosted-project.ts';
import { writeMigrations } from '../../support/released-data.ts';

const guide = await readFile(new URL('../../../docs/hosting.md', import.meta.url), 'utf8');

const commands = [...guide.matchAll(/npx supabase\S* ((?:[^`\n#\\]|\\\n)+)/g)].map(([, words = '']) => words.trim());
const [lookForPolicy, makePolicy] = [...guide.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = '']) => sql);
const [settings = ''] = [...guide.matchAll(/```toml\n([\s\S]*?)```/g)].map(([, toml = '']) => toml);

describe.runIf(hasSupabaseCli)('with the Supabase CLI', () => {
  let project: HostedProject;
  let checkout: string;

  beforeAll(async () => {
    project = await startHostedProject();
    const released = await writeMigrations('0.1.0', `${project.folder}/released`);
    checkout = await makeCheckout(project.folder, released);
  });
  afterAll(() => project.stop());

  const push = () => runSupabase(checkout, 'db', 'push', `--remote=${project.url}`, '--yes');

  /** The parts of this command that the CLI does not know. */
  async function findUnknown(command: string): Promise<string[]> {
    const words = command.split(/\s+/);
    const firstOther = words.findIndex((word) => !/^[a-z]+$/.test(word));
    const named = firstOther === -1 ? words : words.slice(0, firstOther);
    const help = await runSupabase(project.folder, ...named, '--help');
    const flags = words.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*/, ''));
    const unknown = flags.filter((flag) => !new RegExp(`(^|[\\s,])${flag}[\\s,[]`, 'm').test(help));
    return help.includes(`\n  supabase ${named.join(' ')} [`) ? unknown : [named.join(' '), ...unknown];
  }

  test('the guide names commands', () => expect(commands.length).toBeGreaterThan(8));

  test.each([...new Set(commands)])('knows `supabase %s`', async (command) => {
    expect(await findUnknown(command)).toEqual([]);
  });

  test.each([
    ['db push --elsewhere -q', ['--elsewhere', '-q']],
    ['db shove', ['db shove']],
  ])('does not know `supabase %s`', async (command, unknown) => {
    expect(await findUnknown(command)).toEqual(unknown);
  });

  test('every database command names the hosted one, because the CLI otherwise means one on this machine', () => {
    const onDatabase = commands.filter((command) => command.startsWith('db '));
    expect(onDatabase.length).toBeGreaterThan(2);
    expect(onDatabase.filter((command) => !/ --remote\b/.test(command))).toEqual([]);
  });

  test('the settings, with the part that the guide adds, are read without a warning', async () => {
    await appendFile(`${checkout}/supabase/config.toml`, `\n${settings.replaceAll('<ref>', 'abcdefghijklmnopqrst')}`);
    const list = () => runSupabase(checkout, 'migration', 'list', `--remote=${project.url}`);
    expect(await list()).not.toMatch(/WARN|deprecated|recognize/);
    await appendFile(`${checkout}/supabase/config.toml`, '\n[remotes.production.auth.sms]\nenable_singup = false\n');
    expect(await list()).toContain('remotes.production.auth.sms.enable_singup');
  });

  test("release 0.1.0 is pushed, today's is pushed over it, and a third push finds nothing to do", async () => {
    // Projects were like this at the release: its text asks for the policy and takes no refusal.
    await project.sql`grant supabase_realtime_admin to postgres`;
    expect(await push()).toContain('Applying migration 20261121000100_private.sql');
    await project.sql`revoke supabase_realtime_admin from postgres`;
    await replaceMigrations(checkout, todaysMigrations);
    const upgraded = await push();
    expect(upgraded).toContain('Applying migration 20261122000300_statement_timeouts.sql');
    expect(upgraded).not.toContain('Applying migration 20261121');
    expect(await push()).toContain('up to date');
    expect(await structureOf(project)).toEqual(await embeddedStructure());
  });

  describe('to a project that refuses the policy on the table of Realtime', () => {
    let refusing: HostedProject;

    beforeAll(async () => {
      refusing = await startHostedProject();
      await makeCheckout(refusing.folder, todaysMigrations);
    });
    afterAll(() => refusing.stop());

    test("the migrations go on, and the guide's next step completes the project", async () => {
      await runSupabase(refusing.folder, 'db', 'push', `--remote=${refusing.url}`, '--yes');
      expect(await refusing.sql.unsafe(lookForPolicy ?? '')).toEqual([]);
      await refusing.sql.unsafe(makePolicy ?? '');
      expect(await refusing.sql.unsafe(lookForPolicy ?? '')).toEqual([{ policyname: 'own hints' }]);
      expect(await structureOf(refusing)).toEqual(await embeddedStructure());
    });
  });
});

/** Everything except what differs by nature: the CLI's own notes, and what the dashboard grants by default. */
async function structureOf({ sql }: Pick<HostedProject, 'sql'>): Promise<Record<string, string[]>> {
  const { 'default grants': _, 'rows that are there from the start': __, ...catalogue } = await catalogueOf(sql);
  const isNotes = (line: string) => line.includes('supabase_migrations');
  return Object.fromEntries(
    Object.entries(catalogue).map(([kind, lines]) => [kind, lines.filter((line) => !isNotes(line))]),
  );
}

async function embeddedStructure(): Promise<Record<string, string[]>> {
  const database = await startDatabase();
  try {
    return await structureOf(database);
  } finally {
    await database.stop();
  }
}
