/**
 * The plan of an import as the user has changed it. The screen shows it and the worker carries it out: both make it
 * here, of the same rows and the same changes.
 */
import { type CategoryAsChosen, UNCATEGORIZED } from '#domain/categories';
import { cleanText, LONGEST_DESCRIPTION } from '#domain/entered-text';
import { SPLIT } from '#domain/lines';
import { OPENING_BALANCE } from '#domain/opening';
import type { TransactionLine, TransactionType } from '#domain/rows';
import type { ImportPlan, LinkedRow, NewRow } from '#store/commands/import-carry-out';
import { newId } from '#store/database/new-id';
import type { PreviewRow } from './messages.ts';
import type { Changes, Choice, RowChange } from './row-changes.ts';

export interface PlannedRow {
  preview: PreviewRow;
  choice: Choice;
  type: TransactionType;
  category: string;
  /** The id of the category, where the user chose one here. */
  categoryId?: string | null | undefined;
  /** Why it has its category: as `PreviewRow`, or the text of a row for which the user chose it here. */
  why: PreviewRow['why'] | { alike: string };
  /**
   * Of a row that the export of another app calls a transfer: the other account as that app calls it, and the transfer
   * of which it becomes a side. Without its other side it becomes none.
   */
  side?: { account: string; transferId: string | null };
}

/** `intoNew`: the account is still to be made. Only there a file's opening balance comes in by itself. */
export function plannedRows(rows: readonly PreviewRow[], changes: Changes, intoNew: boolean): PlannedRow[] {
  const alike = chosenByText(rows, changes);
  return rows.map((preview) => {
    const change = changes.get(preview.key);
    const choice = choiceOf(preview, change, intoNew);
    const type = (choice !== 'transfer' && change?.type) || typeOf(preview);
    return { preview, choice, type, ...categoryOf(preview, type, change, alike) };
  });
}

/** Whether the user may decide about the row at all. */
export function isOpen({ state }: PreviewRow): boolean {
  return state !== 'here';
}

/** The choice that a tick makes. */
export function ticked({ mayLink }: PreviewRow): Choice {
  return mayLink ? 'link' : 'new';
}

/** What is carried out; a row that is left out is not in it. */
export function rowsToImport(rows: readonly PlannedRow[]): ImportPlan['rows'] {
  return rows.flatMap((one): (NewRow | LinkedRow)[] => {
    const { key, row, present, otherSide } = one.preview;
    const origin = { key, bankId: row.bankId ?? null, importedText: row.text };
    if (one.choice === 'leave') return [];
    if (one.choice === 'link') return present ? [{ kind: 'link', ...origin, row: present }] : [];
    const again = one.preview.state === 'deleted';
    const side = one.choice === 'transfer' && otherSide ? { otherSide: otherSide.row } : {};
    const { categoryId } = one;
    return [{ kind: 'new', ...origin, fields: fieldsOf(one), categoryId, ...(again && { again }), ...side }];
  });
}

/** The categories that the user chose here, by type and letters. */
function chosenByText(
  rows: readonly PreviewRow[],
  changes: Changes,
): Map<string, CategoryAsChosen & { alike: string }> {
  const chosen = new Map<string, CategoryAsChosen & { alike: string }>();
  if (![...changes.values()].some(({ category }) => category !== undefined)) return chosen;
  const byKey = new Map(rows.map((preview) => [preview.key, preview]));
  for (const [key, { category, categoryId, type }] of changes) {
    const preview = byKey.get(key);
    if (!preview || category === undefined || preview.letters === '') continue;
    chosen.set(alikeKey(preview, type ?? typeOf(preview)), { category, categoryId, alike: preview.row.text });
  }
  return chosen;
}

function alikeKey({ letters }: PreviewRow, type: TransactionType): string {
  return `${type} ${letters}`;
}

function choiceOf(preview: PreviewRow, change: RowChange | undefined, intoNew: boolean): Choice {
  const { state, mayLink, row, otherSide } = preview;
  if (state === 'here') return 'leave';
  // What the user chose may be of an earlier visit, or of another account.
  const cannot = (change?.choice === 'link' && !mayLink) || (change?.choice === 'transfer' && !otherSide);
  if (change?.choice && !cannot) return change.choice;
  if (state === 'deleted' || row.pending || (row.opening && !intoNew)) return 'leave';
  if (state === 'same') return mayLink ? 'link' : 'leave';
  return 'new';
}

function categoryOf(
  preview: PreviewRow,
  type: TransactionType,
  change: RowChange | undefined,
  alike: ReturnType<typeof chosenByText>,
): Pick<PlannedRow, 'category' | 'categoryId' | 'why'> {
  if (change?.category !== undefined) return { category: change.category, categoryId: change.categoryId, why: null };
  const same = alike.size > 0 ? alike.get(alikeKey(preview, type)) : undefined;
  if (same) return { category: same.category, categoryId: same.categoryId, why: { alike: same.alike } };
  // A category is of one type.
  if (type !== typeOf(preview)) return { category: UNCATEGORIZED, why: null };
  return { category: preview.category, why: preview.why };
}

/** What the file says that it is. */
export function typeOf({ row }: PreviewRow): TransactionType {
  return row.cents > 0 ? 'income' : 'expense';
}

function fieldsOf({ preview, type, category }: PlannedRow): NewRow['fields'] {
  const { row, lines } = preview;
  const description = cleanText(row.text || row.payee || '')
    .slice(0, LONGEST_DESCRIPTION)
    .toWellFormed();
  const amount = Math.abs(row.cents);
  const status = row.pending || row.status === 'open' ? 'open' : 'cleared';
  const fields = { type, amount, date: row.date, description, category, status } as const;
  if (row.opening) return { ...fields, category: OPENING_BALANCE, nature: 'opening' };
  if (!lines || type !== typeOf(preview)) return fields;
  return { ...fields, category: SPLIT, lines: lines.map((line): TransactionLine => ({ id: newId(), ...line })) };
}
