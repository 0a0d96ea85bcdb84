/** Holds the end of a history against the oracle. */
import { expect } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { readSums } from '#store/ledger/ledger';
import { PROTOCOL_VERSION } from '../../../../sync/protocol.ts';
import type { Believed } from '../oracle/believed.ts';
import { balanceOf, budgetSum, compare, type Found } from '../oracle/expect.ts';
import { judge } from '../oracle/judge.ts';
import { PEOPLE } from '../people.ts';
import { countBooked } from './bank-files.ts';
import type { World } from './world.ts';

export async function expectAsTheOracleSays(world: World): Promise<void> {
  const { believed, complaints } = judge(world.witness.chronicle);
  const { transactions, imports } = (await world.server.state()).tables;
  const copies = wrongCopies(believed, [...transactions.values()], imports);
  const wrong = [...complaints, ...compare(believed, await foundIn(world)), ...copies];
  if (wrong.length > 0) throw new Error(`the oracle says:\n${wrong.join('\n')}`);
  for (const { db, person } of world.devices) {
    for (const { scope, accountId } of await db.cursors.toArray()) {
      const budgetId = scope.startsWith('budget:') ? scope.slice('budget:'.length) : null;
      const expected = budgetId ? budgetSum(believed, budgetId) : balanceOf(believed, accountId);
      if (Number.isNaN(expected)) continue;
      expect((await readSums(db, scope)).balance, `balance of ${scope} on ${person.userEmail}'s device`).toBe(expected);
    }
  }
}

/**
 * No row of a file is in an account more often than in the file. A row is left out when somebody brought it, or its
 * link, back after its place in the file had been given to another row.
 */
function wrongCopies(
  { keys, makers, linkers }: Believed,
  rows: readonly TransactionRow[],
  imports: ReadonlyMap<string, object>,
): string[] {
  const isItself = ({ id, accountId }: TransactionRow) => {
    const key = makers.get(id) ?? linkers.get(id);
    return key === undefined || keys.get(`${accountId} ${key}`)?.rowId === id;
  };
  const listed = rows.filter((row) => imports.has(row.importId ?? '') && isItself(row));
  return [...Map.groupBy(listed, ({ accountId, importedText }) => `${accountId} ${importedText}`)].flatMap(
    ([what, { length, 0: first }]) =>
      length > countBooked(first?.importedText ?? '') ? [`${what} is there ${length} times`] : [],
  );
}

async function foundIn({ server }: World): Promise<Found> {
  const { tables, importKeys } = await server.state();
  const reachable = new Map<string, Set<string>>();
  const notices: Found['notices'][number][] = [];
  for (const { userId, userEmail } of PEOPLE) {
    const nothing = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
    const answer = await server.as(userId).pull(userId, nothing, 1);
    reachable.set(userId, new Set(answer.scopes.map(({ accountId }) => accountId)));
    // Whoever overtook only themselves may be told or not.
    const ofOthers = answer.notices.filter(({ by }) => by !== userEmail);
    for (const { rowId, kind } of ofOthers) notices.push({ person: userId, rowId, kind });
  }
  const { accounts, categories, budgets, reconciliations, imports, schedules, transactions } = tables;
  return {
    tables: {
      accounts: [...accounts.values()],
      categories: [...categories.values()],
      budgets: [...budgets.values()],
      reconciliations: [...reconciliations.values()],
      imports: [...imports.values()],
      schedules: [...schedules.values()],
      transactions: [...transactions.values()],
    },
    keys: [...importKeys.values()],
    notices,
    reachable: (person) => reachable.get(person) ?? new Set(),
  };
}
