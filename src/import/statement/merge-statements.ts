/** The statements of one account in one file become one. Then their twins stay two: keys count within a statement. */
import { latestBalance } from './balances.ts';
import type { Statement } from './statement.ts';

/** In the order in which the accounts come first. A statement that names no account stays as it is. */
export function mergeStatements(statements: readonly Statement[]): Statement[] {
  return byAccount(statements).flatMap(merged);
}

/** The same, but those of an account in several currencies stay apart, because no sum can hold them. */
export function mergeByCurrency(statements: readonly Statement[]): Statement[] {
  return byAccount(statements).flatMap((some) => apartByCurrency(some, (one) => one).flatMap(merged));
}

/** Statements of one account, those of each currency apart. One without rows goes with the first that has some. */
export function apartByCurrency<Item>(items: readonly Item[], statementOf: (item: Item) => Statement): Item[][] {
  const usual = currencyOf(items.map(statementOf).find(hasRows));
  const byCurrency = Map.groupBy(items, (item) => {
    const statement = statementOf(item);
    return hasRows(statement) ? currencyOf(statement) : usual;
  });
  return [...byCurrency.values()];
}

function byAccount(statements: readonly Statement[]): Statement[][] {
  return [...Map.groupBy(statements, (one, at) => keyOf(one) ?? at).values()];
}

function merged(statements: readonly Statement[]): Statement[] {
  const [first, ...others] = statements;
  if (!first) return [];
  if (others.length === 0) return [first];
  const { opening: _, ...whole } = first;
  const againstTypes = statements.find((one) => one.againstTypes)?.againstTypes;
  return [
    {
      ...whole,
      ...(againstTypes && { againstTypes }),
      ...openingOf(statements),
      ...latestBalance(statements),
      currencies: [...new Set(statements.flatMap(({ currencies }) => currencies))],
      rows: statements.flatMap(({ rows }) => rows),
      unreadable: statements.flatMap(({ unreadable }) => unreadable),
    },
  ];
}

/** Days may be missing between two statements. Then the first balance leads to none of the last. */
function openingOf(statements: readonly Statement[]): Pick<Statement, 'opening'> {
  const days = statements.flatMap(({ opening, balance }) => (opening && balance ? { opening, balance } : []));
  const inOrder = days.toSorted((one, other) => (one.balance.date < other.balance.date ? -1 : 1));
  const isWhole = inOrder.every(({ opening }, at) => at === 0 || inOrder[at - 1]?.balance.cents === opening.cents);
  const [first] = inOrder;
  return first && isWhole && days.length === statements.length ? { opening: first.opening } : {};
}

const hasRows = ({ rows }: Statement): boolean => rows.length > 0;
const currencyOf = (one: Statement | undefined): string => one?.currencies.join() ?? '';

function keyOf({ account: { number = '', iban = '', name = '' } }: Statement): string | null {
  return number || iban || name ? JSON.stringify([number, iban, name]) : null;
}
