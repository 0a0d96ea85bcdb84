import { useEffect, useEffectEvent, useRef } from 'react';
import { numberedAccounts } from '#domain/books/account-groups';
import { isTyping } from '#ui/is-typing.ts';
import { openDialogs } from '#ui/open-dialogs.ts';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { useAccounts } from '../../session/accounts/use-accounts.ts';
import { ALL, useAccountPlace } from '../account-choice/use-account-place.ts';

/** The key that a digit follows, and how long it waits for one. */
export const LEAD = 'g';
const PATIENCE_MS = 1500;

/**
 * `g` and a digit lead to one of the first nine accounts of the list, and `g` and 0 to all accounts. Where digits are
 * shifted, the place of the key counts.
 */
export function useAccountKeys(): void {
  const accounts = useAccounts();
  const { go } = useAccountPlace();
  const ledAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isOfAnother(event)) return;
    const isLed = event.timeStamp - ledAt.current < PATIENCE_MS;
    ledAt.current = shortcutKey(event) === LEAD && !event.shiftKey ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const digit = digitOf(event);
    if (!isLed || digit === null || !accounts?.length) return;
    const accountId = digit === 0 ? ALL : numberedAccounts(accounts)[digit - 1]?.account.id;
    if (accountId === undefined) return;
    event.preventDefault();
    go(accountId);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Whether the key belongs to a combination, a field or a dialog. */
function isOfAnother({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || isTyping(target) || openDialogs.top() !== null;
}

function digitOf({ key, code }: KeyboardEvent): number | null {
  const [, digit = key] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  return /^\d$/.test(digit) ? Number(digit) : null;
}
