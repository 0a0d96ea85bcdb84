import type { OtherKind } from '#domain/reports/report';
import type { Nature } from '#domain/rows';
import type { OtherNature, TransactionKind } from '#domain/transactions/natures';
import * as terms from '../terms.ts';

const OTHERS: Record<OtherNature, string> = {
  opening: 'Opening balance',
  transfer: 'Transfer',
  adjustment: 'Adjustment',
};

/** What a transaction is called in lists and filters. */
export const KINDS: Record<TransactionKind, string> = { income: terms.INCOME, expense: terms.EXPENSE, ...OTHERS };

/** The same in the column of types, where the description and the category say the rest. */
export const SHORT_KINDS: typeof KINDS = { ...KINDS, opening: 'Opening' };

/** In files, beside the type. */
export const NATURE = 'Nature';
export const NATURES: Record<Nature, string> = { regular: 'Regular', ...OTHERS };

/** What changes balances beside income minus expenses. */
export const NET_OF: Record<OtherKind, string> = {
  corrections: 'Opening balances and adjustments',
  transfers: 'Transfers, net',
};
