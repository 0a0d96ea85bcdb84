/**
 * `node tests/releases/record.ts <version>`, once in the checkout of each release: writes tests/releases/<version>. The
 * tests of all later releases start with it. It holds the texts that make the release's database, a backup of a small
 * household that the release's own backup command made, and what that household's people and devices know.
 * docs/releasing.md says when.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getAuthSchemaSql } from '@supabase/lite';
import { createClient } from '@supabase/supabase-js';
import type { Mutation, Operation } from '#domain/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { PROTOCOL_VERSION } from '../../sync/protocol.ts';
import { makeDataDir, spawnBackend } from '../support/backend.ts';
import type { Recorded } from './recorded.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const password = 'correct horse battery';
const hour = 60 * 60_000;

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: node tests/releases/record.ts <version>');
const folder = fileURLToPath(new URL(`./${version}/`, import.meta.url));
mkdirSync(folder);
cpSync(`${root}supabase/migrations`, `${folder}migrations`, { recursive: true });
copyFileSync(`${root}supabase/embedded/postgres/prelude.sql`, `${folder}prelude.sql`);
writeFileSync(`${folder}auth-schema.sql`, getAuthSchemaSql());

const dataDir = await makeDataDir();
const backend = await spawnBackend({ dataDir });
try {
  const recorded = await liveThrough();
  const command = [`${root}supabase/embedded/backup-command.ts`, `${folder}carryover.backup`];
  await promisify(execFile)(process.execPath, command, { env: { PATH: process.env.PATH, DATA_DIR: dataDir } });
  chmodSync(`${folder}carryover.backup`, 0o644);
  writeFileSync(`${folder}recorded.json`, `${JSON.stringify(recorded, null, 2)}\n`);
  listMigrations();
} finally {
  await backend.stop();
  rmSync(dataDir, { recursive: true });
}

/** From now on these texts may have run on somebody's data. */
function listMigrations(): void {
  const file = `${root}supabase/embedded/postgres/released-migrations.json`;
  const checksum = (name: string) => createHash('sha256').update(readFileSync(`${folder}migrations/${name}`, 'utf8'));
  const names = readdirSync(`${folder}migrations`).sort();
  const listed = Object.fromEntries(names.map((name) => [name, checksum(name).digest('hex')]));
  const releases = { ...JSON.parse(readFileSync(file, 'utf8')), [version]: listed };
  writeFileSync(file, `${JSON.stringify(releases, null, 2)}\n`);
}

/**
 * A shared household with everything that leaves a trace: people, budgets, invitations, a conflict, removals, sessions.
 */
async function liveThrough(): Promise<Recorded> {
  const [ada, ben, cleo] = [await signUp('ada'), await signUp('ben'), await signUp('cleo')];
  const household = await openAccount(ada, 'Household');
  const abandoned = await openAccount(ada, 'Abandoned');
  const food = await openBudget(ada, household);

  const toBen = await invite(ada, 'ben@example.org', 'admin', 'account', household);
  await push(ben, called('invitation.accept', toBen));
  const toCleo = await invite(ada, 'cleo@example.org', 'admin', 'budget', food);
  await push(cleo, called('invitation.accept', toCleo));
  await invite(ada, 'dora@example.org', 'viewer', 'account', household);
  const toEve = await invite(ada, 'eve@example.org', 'viewer', 'account', household);
  await push(ada, called('invitation.revoke', toEve));

  const rows = [
    expense(household, 'Market', 4210),
    expense(household, 'Bakery', 460),
    expense(household, 'Removed', 999),
    expense(household, 'Brought back', 1200),
    { ...expense(household, 'Salary', 250_000), type: 'income', category: 'Salary' } as const,
  ];
  const [market, bakery, removed, broughtBack] = rows;
  if (!market || !bakery || !removed || !broughtBack) throw new Error('no rows');
  await push(ada, ...rows.map(entered));
  await push(cleo, entered({ ...expense(household, 'Contribution of Cleo', 3300), budgetId: food }));
  await push(ada, { kind: 'delete', table: 'transactions', id: removed.id });
  await push(ben, { kind: 'delete', table: 'transactions', id: broughtBack.id });
  await push(ben, { kind: 'restore', table: 'transactions', row: broughtBack });
  await push(ada, { kind: 'delete', table: 'accounts', id: abandoned });

  // Ada's edit is the earlier one and arrives later, so Ben's stays.
  const seen = await versionOf(ada, market.id);
  const edited = (amount: number): Operation => ({
    kind: 'patch',
    table: 'transactions',
    id: market.id,
    seen,
    before: { amount: 4210 },
    after: { amount },
  });
  await send(ben, [mutation([edited(5000)])]);
  const [verdict] = await send(ada, [mutation([edited(4000)], new Date(Date.now() - hour))]);
  if (verdict?.status !== 'superseded') throw new Error(`no conflict: ${JSON.stringify(verdict)}`);

  const { error } = await connect().auth.signInWithPassword({ email: ada.email, password });
  if (error) throw error;
  const cursors = await pull(ada);
  const outbox = [
    mutation([entered(expense(household, 'Entered without a network', 1000))]),
    mutation([
      {
        kind: 'patch',
        table: 'transactions',
        id: bakery.id,
        seen: await versionOf(ada, bakery.id),
        before: { amount: 460 },
        after: { amount: 560 },
      },
    ]),
    mutation([{ kind: 'delete', table: 'transactions', id: broughtBack.id }]),
  ];
  const balance = 250_000 - 5000 - 460 - 1200 - 3300;
  return {
    people: [known(ada), known(ben), known(cleo)],
    password,
    household,
    food,
    balance,
    rows: 5,
    cursors,
    push: { p_user: ada.id, p_schema: PROTOCOL_VERSION, p_mutations: outbox },
    balanceAfterPush: balance - 1000 - 100 + 1200,
  };
}

type Caller = Awaited<ReturnType<typeof signUp>>;

function connect() {
  return createClient(backend.url, backend.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

async function signUp(name: string) {
  const client = connect();
  const email = `${name}@example.org`;
  const { data, error } = await client.auth.signUp({ email, password });
  if (error || !data.session) throw error ?? new Error('no session');
  return { id: data.session.user.id, email, refreshToken: data.session.refresh_token, client };
}

function known({ id, email, refreshToken }: Caller) {
  return { id, email, refreshToken };
}

async function openAccount({ client }: Caller, name: string): Promise<string> {
  const { data, error } = await client.rpc('create_account', { p_account_name: name, p_account_type: 'personal' });
  if (error) throw error;
  return [data].flat()[0].account_id;
}

async function openBudget({ client }: Caller, account: string): Promise<string> {
  const categories = await client.from('categories').select('category_id').eq('account_id', account).eq('name', 'Food');
  const row = { name: 'Food', amount: 400, account_id: account, category_id: categories.data?.[0]?.category_id };
  const { data, error } = await client.from('budgets').insert(row).select('budget_id').single();
  if (error) throw error;
  return data.budget_id;
}

async function invite({ client }: Caller, email: string, role: string, target: 'account' | 'budget', targetId: string) {
  const body = { email, name: '', role, target, targetId };
  const { data, error } = await client.functions.invoke('send-invitation', { body });
  if (error) throw error;
  return String(data.invitation_id);
}

function called(name: 'invitation.accept' | 'invitation.revoke', id: string): Operation {
  return { kind: 'call', name, arguments: { id } };
}

function expense(accountId: string, description: string, amount: number) {
  const [id, createdAt, date] = [crypto.randomUUID(), new Date().toISOString(), new Date().toISOString().slice(0, 10)];
  return {
    id,
    createdAt,
    accountId,
    amount,
    date,
    description,
    type: 'expense',
    category: 'Food',
    notes: '',
    budgetId: null,
    ...TRANSACTION_DEFAULTS,
  } as const;
}

function entered(row: Extract<Operation, { kind: 'insert'; table: 'transactions' }>['row']): Operation {
  return { kind: 'insert', table: 'transactions', row };
}

function mutation(operations: Operation[], at = new Date()): Mutation {
  return { id: crypto.randomUUID(), editedAt: at.toISOString(), operations };
}

async function send({ id, client }: Caller, mutations: Mutation[]): Promise<{ status: string }[]> {
  const given = { p_user: id, p_schema: PROTOCOL_VERSION, p_mutations: mutations };
  const { data, error } = await client.rpc('sync_push', given);
  if (error) throw error;
  return data.verdicts;
}

async function push(caller: Caller, ...operations: Operation[]): Promise<void> {
  const [verdict] = await send(caller, [mutation(operations)]);
  if (verdict?.status !== 'applied') throw new Error(JSON.stringify(verdict));
}

/** Everything; what a device then says of where it stands. */
async function pull({ id, client }: Caller): Promise<Recorded['cursors']> {
  const nothing = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
  const { data, error } = await client.rpc('sync_pull', { p_user: id, p_cursors: nothing, p_limit: 1000 });
  if (error) throw error;
  const scopes = data.scopes.map(({ scope, cursor }: { scope: string; cursor: unknown }) => [scope, cursor]);
  return { protocol: PROTOCOL_VERSION, epoch: data.epoch, scopes: Object.fromEntries(scopes) };
}

async function versionOf({ client }: Caller, id: string): Promise<number> {
  const { data, error } = await client.from('transactions').select('version').eq('transaction_id', id).single();
  if (error) throw error;
  return data.version;
}
