import { describe, expect, it } from 'vitest';
import { NEWEST_FIRST } from '#domain/transactions/transactions';
import { ariaSort, isNewestFirst, orderAfterClick } from './order.ts';

describe('the order of the transactions table', () => {
  it('sorts a newly clicked column ascending', () => {
    expect(orderAfterClick(NEWEST_FIRST, 'amount')).toEqual({ column: 'amount', direction: 'ascending' });
  });

  it('turns the direction round when the same column is clicked again', () => {
    const once = orderAfterClick(NEWEST_FIRST, 'date');
    expect(once).toEqual({ column: 'date', direction: 'ascending' });
    expect(isNewestFirst(once)).toBe(false);
    expect(isNewestFirst(orderAfterClick(once, 'date'))).toBe(true);
  });

  it('tells assistive technology which column sorts and which way', () => {
    expect(ariaSort(NEWEST_FIRST, 'date')).toBe('descending');
    expect(ariaSort(NEWEST_FIRST, 'amount')).toBe('none');
  });
});
