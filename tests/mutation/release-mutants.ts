/** The guards between releases: restores, rollbacks, older servers, and what would grow for ever. */
import type { Mutant } from './mutant.ts';

const restoredTwice = 'supabase/migrations/20261127001750_restored_twice.sql';
const history = 'supabase/migrations/20261122000800_epoch_of_history.sql';

export const betweenReleases: readonly Mutant[] = [
  {
    guard: 'restore: another history is another epoch',
    file: history,
    find: 'if made.history is not distinct from now_in then return made.epoch; end if;',
    replace: 'if true then return made.epoch; end if;',
    test: ['tests/backend/sql/restored.test.ts', 'is read into another cluster is another epoch by itself'],
  },
  {
    guard: 'restore: the timeline is part of the history',
    file: history,
    find: 'left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8)',
    replace: "'1'",
    test: ['tests/backend/sql/restored.test.ts', 'to a point in time is another epoch by itself'],
  },
  {
    guard: 'restore: the floor is the head until the log takes a number',
    file: 'supabase/migrations/20261127001450_owner_is_no_member.sql',
    find: 'case when l.history is not distinct from now_in then l.floor else l.version end',
    replace: 'l.floor',
    test: ['tests/backend/sql/restored.test.ts', 'is read into another cluster is another epoch by itself'],
  },
  {
    guard: 'restore: the first number in another history sets the floor',
    file: restoredTwice,
    find: 'set floor = l.version, history = p_history, skipped',
    replace: 'set history = p_history, skipped',
    test: ['tests/backend/sql/restored.test.ts', 'is read into another cluster is another epoch by itself'],
  },
  {
    guard: 'epoch: after a restore every scope starts afresh',
    file: restoredTwice,
    find: "reset_all boolean := p_cursors ->> 'epoch' is distinct from private.epoch()::text;",
    replace: 'reset_all boolean := false;',
    test: ['tests/backend/sql/pull-afresh.test.ts', 'after a restore of the server, which has another epoch'],
  },
  {
    guard: 'epoch: a device that missed two restores agrees up to the first',
    file: restoredTwice,
    find: 'where l.account_id = p_account and r.numbers @> p_cursor',
    replace: 'where false',
    test: ['tests/backend/sql/pull-afresh.test.ts', 'and of two restores that it missed, hears of the first'],
  },
  {
    guard: 'protocol: silence means an older server',
    file: 'sync/call-remote.ts',
    find: "return isNewer ? 'upgrade_required' : 'server_outdated';",
    replace: "return spoken.success && !isNewer ? 'server_outdated' : 'upgrade_required';",
    test: ['tests/sync/older-server.test.ts', 'an older server is known as such'],
  },
  {
    guard: 'push: what an older server refused counts as no attempt',
    file: 'sync/push.ts',
    find: "  'server_outdated',\n",
    replace: '',
    test: ['tests/sync/push.test.ts', 'a push that the server turned away unread'],
  },
  {
    guard: 'growth: old upgrade backups are deleted',
    file: 'supabase/embedded/backup/upgrade.ts',
    find: '    dropOldBackups(dataDir);\n',
    replace: '',
    test: ['tests/backend/embedded/upgrade-backups.test.ts', 'the backups of the last three upgrades stay'],
  },
  {
    guard: 'growth: spent refresh tokens are deleted',
    file: 'supabase/embedded/postgres/garbage.ts',
    find: 'await dropSpentTokens(sql);',
    replace: 'dropSpentTokens.length - 1;',
    test: ['tests/backend/embedded/garbage.test.ts', 'that were spent 30 days ago are deleted'],
  },
  {
    guard: 'growth: the last spent token stays, for a device that lost the response',
    file: 'supabase/embedded/auth/spent-tokens.ts',
    find: 'where other.session_id = t.session_id and other.revoked',
    replace: 'where other.session_id = t.session_id and t.revoked',
    test: ['tests/backend/embedded/garbage.test.ts', 'that were spent 30 days ago are deleted'],
  },
];
