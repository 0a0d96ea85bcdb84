/** The guards of what people may learn from the past of rows. */
import type { Mutant } from './mutant.ts';

const MIGRATIONS = 'supabase/migrations';
const refundsRenamed = `${MIGRATIONS}/20261129000110_refunds_renamed.sql`;
const HISTORY_TEST = 'tests/backend/sql/history.test.ts';

export const onHistory: readonly Mutant[] = [
  {
    guard: 'history: a version is for people of the account in which it stood',
    file: refundsRenamed,
    find: 'n.account_id = any (p_accounts) as is_seen,',
    replace: 'true as is_seen,',
    test: [HISTORY_TEST, 'is told to people of one account as it stood there, and nothing of the other account'],
  },
  {
    guard: 'history: the record of a move holds the whole row',
    file: `${MIGRATIONS}/20261126000130_triggers_of_many_rows.sql`,
    find: 'case when moves then to_jsonb(',
    replace: 'case when false then to_jsonb(',
    test: [HISTORY_TEST, 'does not bring a name that the other account gave its category'],
  },
  {
    guard: 'history: a deleted user leaves the records of what they did',
    file: `${MIGRATIONS}/20261126001210_own_first_in_races.sql`,
    find: 'update private.changes set author = null, author_email = null, device = null where author = old.id;',
    replace: '',
    test: [HISTORY_TEST, 'tells the address that people had, and nobody’s after they deleted their login'],
  },
];
