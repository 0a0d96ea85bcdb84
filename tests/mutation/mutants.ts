/** The guards that the proof stands on, each with what is left when it is taken away, and the test that must then fail. */

export interface Mutant {
  /** What the guard is for. */
  guard: string;
  /** The file that it stands in. */
  file: string;
  /** The text of the guard, as it stands there once. */
  find: string;
  replace: string;
  /** Where it stands a second time, so that one would do. */
  also?: { file: string; find: string; replace: string };
  /** The file of the test, and a part of its name. */
  test: readonly [file: string, name: string];
}

const MIGRATIONS = 'supabase/migrations';
const push = `${MIGRATIONS}/20261121001700_sync_push.sql`;
const operations = `${MIGRATIONS}/20261121001500_sync_operations.sql`;
const pull = `${MIGRATIONS}/20261121001800_sync_pull.sql`;
const transactions = `${MIGRATIONS}/20261121000900_transactions.sql`;
const invitations = `${MIGRATIONS}/20261121000800_invitations.sql`;

const onDevice: readonly Mutant[] = [
  {
    guard: 'pull_seq: an answer that was overtaken is dropped',
    file: 'sync/apply.ts',
    find: 'if (seq !== asked.seq) return false;',
    replace: '',
    test: ['tests/sync/pull.test.ts', 'that was asked for before a scope was lost does not bring it back'],
  },
  {
    guard: 'asked ahead: what followed on an answer that was dropped is dropped',
    file: 'sync/pull.ts',
    find: 'if (applied && next) question = next;',
    replace: 'if (next) question = next;',
    test: ['tests/sync/pull.test.ts', 'that was asked for after one that another tab overtook'],
  },
  {
    guard: 'removal version: a removal takes only a row of a lower version',
    file: 'sync/apply-scope.ts',
    find: 'if (!row || row.version >= version) return;',
    replace: 'if (!row) return;',
    test: ['tests/sync/pull.test.ts', 'removes only rows of a lower version'],
  },
  {
    guard: 'user check: nothing is applied from an answer to somebody else',
    file: 'sync/apply.ts',
    find: "if (answer.user !== db.userId) throw new RemoteFailure('forbidden_user');",
    replace: '',
    test: ['tests/sync/pull.test.ts', 'to another user changes nothing'],
  },
  {
    guard: 'purge: a scope that is not named any more leaves the device',
    file: 'sync/apply.ts',
    find: 'if (!visible.has(cursor.scope)) await purgeScope(db, cursor.scope, cursor.accountId, lifted.places);',
    replace: '',
    test: ['tests/sync/pull.test.ts', 'leaves nothing behind but the user'],
  },
  {
    guard: 'reset: the replica of a scope is thrown away first',
    file: 'sync/apply-scope.ts',
    find: 'if (fresh) await purgeScope(db, scope, accountId, places);',
    replace: '',
    test: ['tests/sync/pull.test.ts', 'a device that was away for longer than removals are kept'],
  },
  {
    guard: 'epoch: what a restored server lost is sent again',
    file: 'sync/apply.ts',
    find: 'return asked.epoch !== null && asked.epoch !== answer.epoch;',
    replace: 'return false;',
    test: ['tests/sync/restored-server.test.ts', 'what stood above the restored log is kept off the rows'],
  },
  {
    guard: 'overlay: an applied entry covers its rows until the cursors reach it',
    file: 'sync/apply.ts',
    find: 'return scopes.every((scope) => scope.cursor.version >= version);',
    replace: 'return true;',
    test: ['tests/sync/pull.test.ts', 'that was applied keeps overlaying its row until the cursor reaches it'],
  },
  {
    guard: 'first verdict: another answer about a decided entry changes nothing',
    file: 'sync/push.ts',
    find: 'if (!answer || entry.verdict) return [];',
    replace: 'if (!answer) return [];',
    test: ['tests/sync/push.test.ts', 'is taken once'],
  },
  {
    guard: 'foreseen question: used only when it was asked with the cursors that came',
    file: 'sync/questions.ts',
    find: 'return cursor?.grantId === grantId && cursor.before === before;',
    replace: 'return cursor !== undefined;',
    test: [
      'tests/sync/foreseen-question.test.ts',
      'is dropped when something was entered in a month of which there was nothing',
    ],
  },
  {
    guard: 'foreseen question: an answer takes no cursor back',
    file: 'sync/apply.ts',
    find: 'if (await isOvertaken(db, asked, answer)) return false;',
    replace: '',
    test: ['tests/sync/foreseen-question.test.ts', 'the server answered it before the question before it'],
  },
  {
    guard: 'batch ahead: its answer is awaited when the one before it got none',
    file: 'sync/push.ts',
    find: 'await settleAhead(db, progress);',
    replace: '',
    test: ['tests/sync/push-runs.test.ts', 'has its answer noted when the one before it got none'],
  },
  {
    guard: 'run: what a page that is gone left in flight is sent again',
    file: 'src/store/sending.ts',
    find: 'await breakRunsInFlight(db);',
    replace: '',
    test: ['tests/sync/push-runs.test.ts', 'that a page left in flight when it was closed are sent again'],
  },
  {
    guard: 'run: one that was refused has its own verdict, and so have all others',
    file: 'src/store/runs.ts',
    find: "if (verdict?.status !== 'applied' || Object.keys(verdict.versions).length !== accounts.length) return null;",
    replace: "if (verdict?.status !== 'applied') continue;",
    test: ['tests/sync/push-runs.test.ts', 'have a verdict each when one of them is refused'],
  },
  {
    guard: 'entries of another user do not go',
    file: 'src/store/sending.ts',
    find: 'free.filter((one) => one.userId === db.userId)',
    replace: 'free',
    test: ['tests/sync/push.test.ts', 'of another user is never sent'],
  },
  {
    guard: 'folding: never across a change of reference',
    file: 'src/store/coalesce.ts',
    find: 'if (changesReference(patch)) return null;',
    replace: '',
    test: ['tests/sync/push.test.ts', 'folds into the one before it only while'],
  },
  {
    guard: 'an empty push shows that the server is not ill itself',
    file: 'sync/set-aside.ts',
    find: 'await remote.push(db.userId, []);',
    replace: '',
    test: ['tests/sync/push.test.ts', 'blocks nobody when the server cannot even take nothing'],
  },
  {
    guard: 'what needs a blocked entry is blocked behind it',
    file: 'src/store/sending.ts',
    find: 'const culprit = culprits.find((one) => one.seq < entry.seq && needs(entry, one));',
    replace: 'const culprit = culprits.find(() => false);',
    test: ['tests/sync/push.test.ts', 'takes with it what needs the culprit'],
  },
];

const onServer: readonly Mutant[] = [
  {
    guard: 'ledger: a mutation that comes again gets its old verdict',
    file: push,
    find: 'known := private.known_verdicts(p_mutations);',
    replace: "known := '{}';",
    test: ['tests/backend/sql-push.test.ts', 'a mutation that comes again gets the same verdict and changes nothing'],
  },
  {
    guard: 'ledger: an id stands for one payload',
    file: push,
    find: 'when l.payload_hash = private.payload_hash(m) then l.verdict',
    replace: 'when true then l.verdict',
    test: ['tests/backend/sql-push.test.ts', 'an id that was used for something else is refused'],
  },
  {
    guard: 'ledger: of two pushes that decide the same mutation at once, one is asked to come again',
    file: push,
    find: "raise serialization_failure using message = 'The same mutation was decided at the same moment.';",
    replace: 'null;',
    test: ['tests/backend/sql-numbering.test.ts', 'decided in two accounts at the same moment'],
  },
  {
    guard: 'sorted locks: the logs and accounts of a push are locked in order, before anything else',
    file: push,
    find: 'perform private.lock_accounts(locked);',
    replace: '',
    test: ['tests/backend/sql-numbering.test.ts', 'never run into a deadlock'],
  },
  {
    guard: 'second look: a row that moved while the push waited sends it back',
    file: push,
    find: 'if not private.accounts_of(named.rows, named.called, named.all_owned) <@ locked then',
    replace: 'if false then',
    test: ['tests/backend/sql-numbering.test.ts', 'a row that moved while its push waited'],
  },
  {
    guard: 'row lock: the next number is taken under the lock of the log',
    file: `${MIGRATIONS}/20261121000300_log.sql`,
    find: 'where l.account_id = p_account for update;',
    replace: 'where l.account_id = p_account;',
    test: ['tests/backend/sql-numbering.test.ts', '12 people who write at once number without a gap'],
  },
  {
    guard: 'before-check: what the user saw must stand, or the later edit wins',
    file: `${MIGRATIONS}/20261121001400_sync_merge.sql`,
    find: 'if part.current = part.before and (clock_at <= p_edited_at',
    replace: 'if true or (clock_at <= p_edited_at',
    test: [
      'tests/backend/sql-merge.test.ts',
      'of the same field the later edit wins, however late the earlier one arrives',
    ],
  },
  {
    guard: 'clock: a value that is the same again is not an unchanged one',
    file: `${MIGRATIONS}/20261121001400_sync_merge.sql`,
    find: 'and (clock_at <= p_edited_at or',
    replace: 'and (true or',
    test: ['tests/backend/sql-merge.test.ts', 'a change there and back is a change'],
  },
  {
    guard: 'clamp: an edit from the future counts as now',
    file: `${MIGRATIONS}/20261121000300_log.sql`,
    find: "'')::timestamptz, clock_timestamp()), clock_timestamp());",
    replace: "'')::timestamptz, clock_timestamp()), 'infinity');",
    also: {
      file: push,
      find: "least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp())",
      replace: "(p_mutation ->> 'editedAt')::timestamptz",
    },
    test: ['tests/backend/sql-merge.test.ts', 'a clock that is a year ahead counts as now'],
  },
  {
    guard: 'zero rows: a patch that RLS lets touch nothing is forbidden',
    file: operations,
    find: 'if not private.update_row(of_table, there.client || merged.taken) then',
    replace: 'perform private.update_row(of_table, there.client || merged.taken); if false then',
    test: ['tests/backend/sql-push.test.ts', 'a readable row that the role may not change: forbidden'],
  },
  {
    guard: 'zero rows: what is gone is no success',
    file: operations,
    find: "perform private.refuse('PT404', 'gone', 'This is not there any more.');",
    replace: "return (null, '{}', null, '{}')::private.outcome;",
    test: ['tests/backend/sql-push.test.ts', 'a row of strangers: gone, as if it were not there'],
  },
  {
    guard: 'user check: nobody pushes in the name of another',
    file: `${MIGRATIONS}/20261121000100_private.sql`,
    find: 'elsif p_user is distinct from auth.uid() then',
    replace: 'elsif false then',
    test: ['tests/backend/sql-push.test.ts', 'a push in the name of another user is refused as a whole'],
  },
  {
    guard: 'protocol check: another protocol is told to upgrade',
    file: push,
    find: 'if p_protocol is distinct from private.protocol() then',
    replace: 'if false then',
    test: ['tests/backend/sql-push.test.ts', 'an app that speaks another protocol is told to upgrade'],
  },
  {
    guard: 'epoch: after a restore every scope starts afresh',
    file: pull,
    find: "reset_all boolean := p_cursors ->> 'epoch' is distinct from private.epoch()::text;",
    replace: 'reset_all boolean := false;',
    test: ['tests/backend/sql-pull.test.ts', 'after a restore of the server, which has another epoch'],
  },
  {
    guard: 'floor: a cursor from before the dropped removals starts afresh',
    file: pull,
    find: 'not between s.floor and s.head',
    replace: 'not between 0 and s.head',
    test: ['tests/backend/sql-pull.test.ts', 'when removals that it has not seen were dropped'],
  },
  {
    guard: 'head: a cursor above the head starts afresh',
    file: pull,
    find: 'not between s.floor and s.head',
    replace: 'not between s.floor and 1000000',
    test: ['tests/backend/sql-pull.test.ts', 'when the cursor is above the head'],
  },
  {
    guard: 'grant: a scope that was taken and given again starts afresh',
    file: pull,
    find: "p_cursor ->> 'grantId' is distinct from s.grant_id::text",
    replace: 'false',
    test: ['tests/backend/sql-pull.test.ts', 'when access was taken away and given again'],
  },
  {
    guard: 'role: only admins change what others entered',
    file: transactions,
    find: "create policy write on public.transactions for all to authenticated\n  using (account_id = any (array(select private.my_accounts('admin')))",
    replace:
      'create policy write on public.transactions for all to authenticated\n  using (account_id = any (array(select private.my_accounts()))',
    test: [
      'tests/sync/supabase-remote.test.ts',
      'who may not edit a row is told so before anything is compared or merged',
    ],
  },
  {
    guard: 'role: money out of a budget is for its admins',
    file: transactions,
    find: "or (type = 'credit' and budget_id = any (array(select private.my_budgets())))",
    replace: 'or budget_id = any (array(select private.my_budgets()))',
    test: [
      'tests/sync/supabase-remote.test.ts',
      'who has a budget puts money into it; only its managers take money out',
    ],
  },
  {
    guard: 'role: members give themselves no other role',
    file: `${MIGRATIONS}/20261121000700_memberships.sql`,
    find: "create policy edit on public.memberships for update to authenticated\n  using (account_id = any (array(select private.my_accounts('admin')))",
    replace:
      'create policy edit on public.memberships for update to authenticated\n  using (account_id = any (array(select private.my_accounts()))',
    test: ['tests/sync/supabase-remote.test.ts', 'a role that was lowered while its owner was offline counts'],
  },
  {
    guard: 'invitation: only the invited address accepts it',
    file: invitations,
    find: 'where invitation_id = p_id and email = private.my_email() for update;',
    replace: 'where invitation_id = p_id for update;',
    test: ['tests/backend/sql-sharing.test.ts', 'is not seen or answered by anybody else'],
  },
  {
    guard: 'invitation: one that was answered or revoked gives nothing',
    file: invitations,
    find: "elsif invitation.status <> 'pending' then",
    replace: 'elsif false then',
    test: ['tests/sync/supabase-remote.test.ts', 'one that was declined or revoked gives nothing any more'],
  },
  {
    guard: 'last account: the only one stays',
    file: `${MIGRATIONS}/20261121000400_accounts.sql`,
    find: 'if next_default is null and auth.uid() is not null then',
    replace: 'if false then',
    test: ['tests/backend/sql-push.test.ts', 'the last account that one owns cannot be deleted'],
  },
  {
    guard: 'removals: a row that leaves its month leaves the page too',
    file: `${MIGRATIONS}/20261121001000_transactions_effects.sql`,
    find: 'from stayed where left_month',
    replace: 'from stayed where false',
    test: ['tests/backend/sql-pull.test.ts', 'a transaction that leaves its month comes with a removal'],
  },
  {
    guard: 'views: what a budget covers no more is removed for those who have only the budget',
    file: `${MIGRATIONS}/20261121001000_transactions_effects.sql`,
    find: 'and (s.left_month or not (',
    replace: 'and (s.left_month or false and not (',
    test: ['tests/sync/supabase-remote.test.ts', 'who is given a budget sees what it covers and nothing else'],
  },
];

export const mutants: readonly Mutant[] = [...onDevice, ...onServer];
