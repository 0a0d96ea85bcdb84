import { chakra } from '@chakra-ui/react';
import { formatDate } from '#domain/dates/dates';
import { formatMoney, signedCents } from '#domain/money/money';
import * as texts from '#texts/import/import-opening';
import { Alert } from '#ui/alert';
import { CheckField } from '#ui/check-field';
import type { OpeningFinding, RightOpening } from '../../import/worker/opening-finding.ts';

/** Whether the account agrees with the bank after the import, and which opening balance would make it agree. */
export function OpeningChoice(props: {
  finding: OpeningFinding;
  corrects: boolean;
  onCorrects: (corrects: boolean) => void;
}) {
  const { finding, corrects, onCorrects } = props;
  const { right } = finding;
  const said = sentences(finding);
  if (!right) {
    const agrees = finding.older === 0 && finding.differs === 0;
    return agrees ? <chakra.p fontSize="sm">{said}</chakra.p> : <Alert tone="warning">{said}</Alert>;
  }
  return (
    <Alert tone={isBeginning(finding) ? 'info' : 'warning'}>
      {said && <p>{said}</p>}
      <CheckField label={offer(right, finding)} checked={corrects} onChange={onCorrects} />
    </Alert>
  );
}

/** The account has nothing yet, so nothing differs. */
function isBeginning({ opening, isSure }: OpeningFinding): boolean {
  return opening === null && isSure;
}

function sentences(finding: OpeningFinding): string {
  const { balance, differs, older, opening } = finding;
  const bank = balance && { sum: signedMoney(balance.cents), day: formatDate(balance.date) };
  const twice = opening && older > 0 ? [texts.older(older, openingInWords(opening), formatDate(opening.date))] : [];
  if (!bank) return twice.join(' ');
  if (twice.length > 0) return [...twice, texts.bankSays(bank.sum, bank.day)].join(' ');
  if (differs === 0) return texts.agrees(bank.sum, bank.day);
  if (isBeginning(finding)) return texts.bankSays(bank.sum, bank.day);
  return texts.differs(bank.sum, bank.day, signedMoney(differs ?? 0));
}

function offer({ row, cents, date }: RightOpening, { balance, opening }: OpeningFinding): string {
  const why = balance || !opening ? texts.AGREES : texts.keeps(formatDate(opening.date), openingInWords(opening));
  if (cents === 0) return row ? texts.remove(why) : texts.NONE;
  return row
    ? texts.correct(signedMoney(cents), formatDate(date), why)
    : texts.add(signedMoney(cents), formatDate(date));
}

function openingInWords(opening: Parameters<typeof signedCents>[0]): string {
  return signedMoney(signedCents(opening));
}

function signedMoney(cents: number): string {
  return formatMoney(cents, { sign: 'negative' });
}
