/** Which rows of an export are the two sides of one transfer: each names the other account, with the same amount. */
import { LINK_DAYS } from '#domain/transactions/transfer-links';
import type { ReadRow, Statement } from '../statement/statement.ts';

/** A row of a migration, by the place of its account and its own place there. */
interface RowPlace {
  account: number;
  row: number;
}

/** The side that the money leaves, and the one where it arrives. */
export type TransferPair = readonly [from: RowPlace, to: RowPlace];

type Named = Pick<ReadRow, 'date' | 'cents' | 'transfer'>;
type Account = Pick<Statement, 'account'> & { rows: readonly Named[] };

const DAY_MS = 86_400_000;

/**
 * Sides of one day go first, then the nearest ones, at most five days apart. Each row is used once. Of two that are
 * equally near, the earlier day goes first.
 */
export function pairTransfers(accounts: readonly Account[]): TransferPair[] {
  const waiting = arrivals(accounts);
  const pairs: TransferPair[] = [];
  let open = departures(accounts);
  for (let away = 0; away <= LINK_DAYS && open.length > 0; away++) {
    open = open.filter(({ name, day, place }) => {
      const to = waiting.get(`${name} ${day - away}`)?.pop() ?? waiting.get(`${name} ${day + away}`)?.pop();
      if (to) pairs.push([place, to]);
      return !to;
    });
  }
  return pairs;
}

interface Departure {
  /** Both accounts and the amount. */
  name: string;
  day: number;
  place: RowPlace;
}

function departures(accounts: readonly Account[]): Departure[] {
  return accounts.flatMap(({ account: { name = '' }, rows }, account) =>
    rows.flatMap(({ transfer, cents, date }, row) =>
      transfer === undefined || cents > 0
        ? []
        : [{ name: JSON.stringify([name, transfer, -cents]), day: dayOf(date), place: { account, row } }],
    ),
  );
}

/** The rows where money arrives, by name and day. The first of a day is on top. */
function arrivals(accounts: readonly Account[]): Map<string, RowPlace[]> {
  const waiting = new Map<string, RowPlace[]>();
  accounts.forEach(({ account: { name = '' }, rows }, account) => {
    rows.forEach(({ transfer, cents, date }, row) => {
      if (transfer === undefined || cents < 0) return;
      const key = `${JSON.stringify([transfer, name, cents])} ${dayOf(date)}`;
      const places = waiting.get(key);
      if (places) places.unshift({ account, row });
      else waiting.set(key, [{ account, row }]);
    });
  });
  return waiting;
}

function dayOf(date: string): number {
  return Date.parse(date) / DAY_MS;
}
