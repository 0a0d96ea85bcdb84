import * as texts from '#texts/import/import';
import { Alert } from '#ui/alert';

/** Says that the file does not count in dollars, as everything else here does. */
export function OtherCurrencies({ currencies }: { currencies: readonly string[] }) {
  if (currencies.length === 0) return null;
  return <Alert tone="warning">{texts.inOtherCurrencies(currencies)}</Alert>;
}
