import { chakra } from '@chakra-ui/react';
import { presentChoice } from '#domain/books/present-choice';
import { formatDate } from '#domain/dates/dates';
import { formatSignedAmount } from '#domain/money/money';
import { categoryType } from '#domain/refunds';
import type { TransactionRow } from '#domain/rows';
import type { MadeCategory } from '#store/commands/imports/import-carry-out';
import type { Candidate } from '#store/queries/transfers/transfer-candidates';
import * as texts from '#texts/import/import';
import { newCategory } from '#texts/import/import-categories';
import { aloneSide } from '#texts/import/migration';
import * as refunds from '#texts/transactions/refunds';
import { CheckIcon, ChevronDownIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import type { ReadRow } from '../../import/statement/statement.ts';
import { isOpen, type PlannedRow, ticked } from '../../import/worker/planned-rows.ts';
import type { RowChange } from '../../import/worker/row-changes.ts';
import { RowFields } from './row-fields.tsx';
import type { OfferedCategory } from './use-offered-categories.ts';

/** One row of the file: a tick, what becomes of it and why, and its fields when it is opened. */
export function PlanRow(props: {
  row: PlannedRow;
  categories: readonly OfferedCategory[];
  /** Categories that rows of the plan make, and whether the user may make any. */
  made: readonly MadeCategory[];
  mayMake: boolean;
  /** Only the active row is in the order of Tab. */
  isActive: boolean;
  isExpanded: boolean;
  onActive: (key: string) => void;
  onExpand: (key: string | null) => void;
  onChange: (change: RowChange) => void;
}) {
  const { categories, made, mayMake, isActive, isExpanded, onActive, onExpand, onChange } = props;
  const row = underPresentName(props.row, categories);
  const { preview, choice, type } = row;
  const { key } = preview;
  const text = preview.row.text || preview.row.payee || row.category;
  const amount = formatSignedAmount({ type, amount: Math.abs(preview.row.cents) });
  const tabIndex = isActive ? 0 : -1;
  const comesIn = choice !== 'leave';
  return (
    <chakra.li
      borderTopWidth="1px"
      borderColor="line"
      onFocus={() => onActive(key)}
      css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 3.25rem' }}
    >
      <chakra.div display="grid" gridTemplateColumns="2.75rem minmax(0, 1fr)" alignItems="center">
        {isOpen(preview) ? (
          <chakra.label display="grid" placeItems="center" minHeight="11" cursor="pointer">
            <chakra.input
              type="checkbox"
              width="4"
              height="4"
              data-kind="tick"
              tabIndex={tabIndex}
              aria-label={preview.mayCorrect ? texts.correctTickOf(text, amount) : texts.tickOf(text, amount)}
              checked={comesIn}
              onChange={() => onChange({ choice: comesIn ? 'leave' : ticked(preview) })}
            />
          </chakra.label>
        ) : (
          <chakra.span display="grid" placeItems="center" color="fg.muted">
            <CheckIcon size={16} aria-hidden />
          </chakra.span>
        )}
        <chakra.button
          type="button"
          data-kind="row"
          tabIndex={tabIndex}
          aria-expanded={isExpanded}
          onClick={() => onExpand(isExpanded ? null : key)}
          display="grid"
          gridTemplateColumns="minmax(0, 1fr) auto auto"
          columnGap="2"
          alignItems="center"
          py="1.5"
          pe="1"
          minHeight="11"
          textAlign="start"
          borderRadius="md"
          cursor="pointer"
          opacity={comesIn ? 1 : 0.75}
          _hover={{ bg: 'sunken' }}
        >
          <chakra.span minWidth="0">
            <chakra.span display="block" truncate>
              {text}
            </chakra.span>
            <chakra.span display="block" color="fg.muted" fontSize="xs" overflowWrap="anywhere">
              <time dateTime={preview.row.date}>{formatDate(preview.row.date)}</time>
              {' · '}
              {fateText(row)}
              {isOpen(preview) && preview.twins > 1 && (
                <chakra.span display="block">{texts.twins(preview.twins)}</chakra.span>
              )}
            </chakra.span>
          </chakra.span>
          <MoneyText tone={type === 'income' ? 'income' : 'neutral'}>{amount}</MoneyText>
          <chakra.span color="fg.muted" css={{ rotate: isExpanded ? '180deg' : undefined }}>
            <ChevronDownIcon size={16} aria-hidden />
          </chakra.span>
        </chakra.button>
      </chakra.div>
      {isExpanded && <RowFields row={row} categories={categories} made={made} mayMake={mayMake} onChange={onChange} />}
    </chakra.li>
  );
}

/** The category may have another name by now than when the plan was made. */
function underPresentName(row: PlannedRow, categories: readonly OfferedCategory[]): PlannedRow {
  const side = categoryType({ type: row.type, refund: row.refund ?? false });
  const ofType = categories.filter(({ type }) => type === side);
  return { ...row, category: presentChoice(ofType, row)?.name ?? row.category };
}

/** What becomes of the row, and why. */
function fateText(planned: PlannedRow): string {
  const { preview, choice, category, makes, why, side } = planned;
  const { row, lines } = preview;
  const stays = stayText(planned);
  if (stays !== null) return stays;
  if (choice === 'correct' && preview.present) return texts.correctedFrom(...asItStands(preview.present));
  if (choice === 'link' && preview.present) return sameText(planned, preview.present);
  if (choice === 'transfer' && preview.otherSide) return transferText(preview.otherSide);
  const said = saidOf(row);
  if (said !== null) return said;
  if (side?.transferId) return texts.transferWith(side.account);
  if (side) return `${category}. ${aloneSide(side.account)}`;
  if (lines) return texts.splitIn(lines.length);
  const plain = categoryText({ category: refunds.categoryOf(planned), makes, why });
  return preview.otherSide ? `${plain}. ${texts.mayBeTransfer(preview.otherSide.accountName)}` : plain;
}

/** What is said of a row instead of its category. */
function saidOf({ pending, opening, isRounded, isTurnedBack }: ReadRow): string | null {
  if (pending) return texts.PENDING;
  if (opening) return texts.OPENING;
  if (isRounded) return texts.ROUNDED;
  return isTurnedBack ? texts.TURNED_BACK : null;
}

function categoryText({ category, makes, why }: Pick<PlannedRow, 'category' | 'makes' | 'why'>): string {
  const reason = reasonText(why);
  const name = makes ? newCategory(category) : category;
  return reason ? `${name}, ${reason}` : name;
}

function transferText({ row, accountName }: Candidate): string {
  return texts.transferOf(accountName, row.description || row.category, formatDate(row.date));
}

/** Why nothing is done with the row, where that is not the user's choice. */
function stayText({ preview: { state, mayLink, mayCorrect, present }, choice }: PlannedRow): string | null {
  if (choice === 'leave' && state === 'differs' && present) return texts.hereAs(...asItStands(present));
  if (state === 'here') return texts.HERE;
  if (choice === 'leave' && state === 'deleted') return texts.DELETED;
  return choice === 'leave' && state === 'same' && !mayLink && !mayCorrect ? texts.NOT_YOURS : null;
}

function asItStands(row: TransactionRow): [amount: string, date: string] {
  return [formatSignedAmount(row), formatDate(row.date)];
}

function sameText({ side }: PlannedRow, present: TransactionRow): string {
  const same = texts.sameAs(present.description || present.category, formatDate(present.date));
  return side?.transferId ? `${same}. ${texts.transferWith(side.account)}` : same;
}

function reasonText(why: PlannedRow['why']): string | null {
  if (why === null) return null;
  if (why === 'file') return texts.WHY_FILE;
  return 'alike' in why ? texts.whyAlike(why.alike) : texts.whyEarlier(why.text, formatDate(why.date));
}
