import { chakra } from '@chakra-ui/react';
import { formatDate } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import * as texts from '#texts/import/import-sums';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import type { Mapping } from '../../import/csv/mapping.ts';
import type { FoundStatement } from '../../import/worker/messages.ts';

/** What the rows come to, what decided which way the money went, and whether it adds up to the bank's balance. */
export function FileSums({ found, onMapping }: { found: FoundStatement; onMapping: (mapping: Mapping) => void }) {
  const { count, totals, evidence, table } = found;
  if (count === 0) return null;
  const { into, out, check } = totals;
  const mapping = table?.mapping;
  return (
    <chakra.div display="flex" flexDirection="column" gap="1" fontSize="sm">
      <chakra.p className="tabular">{texts.sums(count, formatMoney(into), formatMoney(out))}</chakra.p>
      <chakra.p color="fg.muted">
        {texts.EVIDENCE[evidence]}{' '}
        {mapping && (
          <Button
            variant="plain"
            size="inline"
            aria-pressed={mapping.flipped === true}
            onClick={() => onMapping({ ...mapping, flipped: mapping.flipped !== true })}
          >
            {texts.TURN_SIGNS}
          </Button>
        )}
      </chakra.p>
      {check && <BalanceCheck check={check} proven={table?.proven} onMapping={onMapping} />}
    </chakra.div>
  );
}

function BalanceCheck(props: {
  check: NonNullable<FoundStatement['totals']['check']>;
  proven: Mapping | undefined;
  onMapping: (mapping: Mapping) => void;
}) {
  const { check, proven, onMapping } = props;
  const { cents, date, differs } = check;
  const [balance, day] = [signedMoney(cents), formatDate(date)];
  if (differs === 0) return <chakra.p color="fg.muted">{texts.addsUp(balance, day)}</chakra.p>;
  return (
    <Alert tone="warning">
      {texts.missesBy(balance, day, signedMoney(differs))}{' '}
      {proven && (
        <>
          {texts.ADDS_UP_OTHERWISE}{' '}
          <Button variant="plain" size="inline" onClick={() => onMapping(proven)}>
            {texts.READ_SO}
          </Button>
        </>
      )}
    </Alert>
  );
}

function signedMoney(cents: number): string {
  return formatMoney(cents, { sign: 'negative' });
}
