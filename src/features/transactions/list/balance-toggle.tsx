import * as texts from '#texts/transactions/transactions';
import { Button } from '#ui/button';
import { useRunningBalance } from './use-running-balance.ts';

/** Shows or hides the column that says what the account held after each row. */
export function BalanceToggle() {
  const { isShown, toggle } = useRunningBalance();
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isShown}
      onClick={toggle}
      css={{ '&[aria-pressed=true]': { bg: 'accent.soft', color: 'accent' } }}
    >
      {texts.RUNNING_BALANCE}
    </Button>
  );
}
