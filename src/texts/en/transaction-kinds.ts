import type { OtherNature, TransactionKind } from '#domain/natures';
import type { Nature } from '#domain/rows';
import * as terms from './terms.ts';

const OTHERS: Record<OtherNature, string> = {
  opening: 'Opening balance',
  transfer: 'Transfer',
  adjustment: 'Adjustment',
};

/** What a transaction is called in lists and filters. */
export const KINDS: Record<TransactionKind, string> = { income: terms.INCOME, expense: terms.EXPENSE, ...OTHERS };

/** In files, beside the type. */
export const NATURE = 'Nature';
export const NATURES: Record<Nature, string> = { regular: 'Regular', ...OTHERS };

/** What a report adds to income minus expenses, so that the net change is the change of the balances. */
export const NET_OF: Record<OtherNature, string> = {
  opening: 'Opening balances',
  transfer: 'Transfers, net',
  adjustment: 'Adjustments, net',
};
