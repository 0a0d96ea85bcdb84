/**
 * The plan of an import as the user has changed it. The screen shows it and the worker carries it out: both make it
 * here, of the same rows and the same changes.
 */
import { type CategoryAsChosen, UNCATEGORIZED } from '#domain/books/categories';
import { OPENING_BALANCE } from '#domain/books/opening';
import { cleanText, LONGEST_DESCRIPTION } from '#domain/entered-text';
import { SPLIT } from '#domain/money/lines';
import type { TransactionLine, TransactionRow, TransactionType } from '#domain/rows';
import type { Correction, ImportPlan, LinkedRow, MadeCategory, NewRow } from '#store/commands/imports/import-carry-out';
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
  /** The category is made with the import, unless the account offers it by then. */
  makes?: true | undefined;
  /** The user says that money came back: the category is of the other type. */
  refund?: true | undefined;
  /** The user did not choose the category. */
  proposed?: true;
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
  const made = madeByName(rows, changes);
  return rows.map((preview) => {
    // To look up so many keys takes longer than all else.
    const change = changes.size > 0 ? changes.get(preview.key) : undefined;
    const choice = choiceOf(preview, change, intoNew);
    const type = (choice !== 'transfer' && change?.type) || typeOf(preview);
    return withCategory({ preview, choice, type }, change, { alike, made });
  });
}

/** Whether the user may decide about the row at all. */
export function isOpen({ state, mayCorrect }: PreviewRow): boolean {
  return state !== 'here' && (state !== 'differs' || mayCorrect);
}

/** The choice that a tick makes. */
export function ticked({ mayLink, mayCorrect }: PreviewRow): Choice {
  if (mayCorrect) return 'correct';
  return mayLink ? 'link' : 'new';
}

/** What is carried out; a row that is left out is not in it. */
export function rowsToImport(rows: readonly PlannedRow[]): ImportPlan['rows'] {
  return rows.flatMap((one) => (one.choice === 'leave' ? [] : (rowToImport(one) ?? [])));
}

/** The categories that are made for rows that come in. */
export function categoriesToMake(rows: readonly PlannedRow[]): MadeCategory[] {
  const made = new Map<string, MadeCategory>();
  for (const { makes, choice, type, category, preview, side } of rows) {
    const hasCategory = choice === 'new' && !preview.row.opening && !preview.lines && !side?.transferId;
    if (makes && hasCategory) made.set(`${type} ${category.toLowerCase()}`, { type, name: category });
  }
  return [...made.values()];
}

/** Null where the row to which it is tied is not known. */
function rowToImport(one: PlannedRow): NewRow | LinkedRow | null {
  const { key, row, present, otherSide, state } = one.preview;
  const origin = { key, bankId: row.bankId ?? null, importedText: row.text };
  if (one.choice === 'link' || one.choice === 'correct') {
    const correction = one.choice === 'correct' && present ? { correction: correctionOf(one, present) } : {};
    return present && { kind: 'link', ...origin, row: present, ...correction };
  }
  const again = state === 'deleted' ? ({ again: true } as const) : {};
  const side = one.choice === 'transfer' && otherSide ? { otherSide: otherSide.row } : {};
  const { categoryId, proposed } = one;
  const chosen = { categoryId, ...(proposed && { proposed }) };
  return { kind: 'new', ...origin, fields: fieldsOf(one), ...chosen, ...again, ...side, ...formerOf(one) };
}

/** A row whose type the user turned is none that 0.2.0 would have made. */
function formerOf({ preview: { former, row }, type }: PlannedRow): Pick<NewRow, 'former'> {
  if (!former || (type === 'income') !== row.cents > 0 || row.opening) return {};
  const { cents, date, text, payee = '' } = former.row;
  const fields = { type: cents > 0 ? 'income' : 'expense', amount: Math.abs(cents), date } as const;
  return { former: { key: former.key, fields: { ...fields, description: descriptionOf(text || payee) } } };
}

function descriptionOf(text: string): string {
  return cleanText(text).slice(0, LONGEST_DESCRIPTION).toWellFormed();
}

type Chosen = CategoryAsChosen & Pick<RowChange, 'makes' | 'refund'>;

type Alike = Chosen & { alike: string };

/** The categories that the user chose here, by type and letters. */
function chosenByText(rows: readonly PreviewRow[], changes: Changes): Map<string, Alike> {
  const chosen = new Map<string, Alike>();
  if (![...changes.values()].some(({ category }) => category !== undefined)) return chosen;
  const byKey = new Map(rows.map((preview) => [preview.key, preview]));
  for (const [key, { category, categoryId, makes, refund, type }] of changes) {
    const preview = byKey.get(key);
    if (!preview || category === undefined || preview.letters === '') continue;
    const alike = preview.row.text;
    chosen.set(alikeKey(preview, type ?? typeOf(preview)), { category, categoryId, makes, refund, alike });
  }
  return chosen;
}

/** The categories of the file that the user makes, by type and name. All rows have them for which the file says so. */
function madeByName(rows: readonly PreviewRow[], changes: Changes): Set<string> {
  const made = new Set<string>();
  if (![...changes.values()].some(({ makes }) => makes)) return made;
  for (const preview of rows) {
    const change = changes.get(preview.key);
    const isOfFile = change?.makes && change.category === preview.row.category;
    if (isOfFile) made.add(`${change.type ?? typeOf(preview)} ${change.category}`);
  }
  return made;
}

function alikeKey({ letters }: PreviewRow, type: TransactionType): string {
  return `${type} ${letters}`;
}

function choiceOf(preview: PreviewRow, change: RowChange | undefined, intoNew: boolean): Choice {
  const { state, row } = preview;
  if (!isOpen(preview)) return 'leave';
  if (change?.choice && canBe(preview, change.choice)) return change.choice;
  if (state === 'deleted' || state === 'differs' || row.pending || (row.opening && !intoNew)) return 'leave';
  if (state === 'same' && preview.mayCorrect) return 'correct';
  if (state === 'same') return preview.mayLink ? 'link' : 'leave';
  return 'new';
}

/** What the user chose may be of an earlier visit, or of another account. */
function canBe({ mayLink, mayCorrect, otherSide }: PreviewRow, choice: Choice): boolean {
  if (choice === 'link') return mayLink;
  return choice === 'correct' ? mayCorrect : choice !== 'transfer' || otherSide !== null;
}

/** What the file says, where it is another type also its category: a category is of one type. */
function correctionOf({ preview, type, category }: PlannedRow, present: TransactionRow): Correction {
  const amount = Math.abs(preview.row.cents);
  return { type, amount, date: preview.row.date, category: type === present.type ? present.category : category };
}

/** The screen waits while 100,000 rows get theirs, so most of them take one look and one object. */
function withCategory(
  { preview, choice, type }: Pick<PlannedRow, 'preview' | 'choice' | 'type'>,
  change: RowChange | undefined,
  { alike, made }: { alike: ReadonlyMap<string, Alike>; made: ReadonlySet<string> },
): PlannedRow {
  const row = { preview, choice, type };
  if (change?.category !== undefined)
    return { ...row, ...chosenOf({ ...change, category: change.category }), why: null };
  const same = alike.size > 0 ? alike.get(alikeKey(preview, type)) : undefined;
  if (same) return { ...row, ...chosenOf(same), why: { alike: same.alike } };
  const { category, why, isMapped, row: read } = preview;
  const named = read.category ?? '';
  if (made.size > 0 && why === null && made.has(`${type} ${named}`))
    return { ...row, category: named, makes: true, why: 'file' };
  // A category is of one type.
  if (type !== typeOf(preview)) return { ...row, category: UNCATEGORIZED, proposed: true, why: null };
  if (isMapped) return { preview, choice, type, category, why };
  return { preview, choice, type, category, why, proposed: true };
}

function chosenOf({ category, categoryId, makes, refund }: Chosen): Chosen {
  return { category, categoryId, ...(makes && { makes }), ...(refund && { refund }) };
}

/** What the file says that it is. */
export function typeOf({ row }: PreviewRow): TransactionType {
  return row.cents > 0 ? 'income' : 'expense';
}

function fieldsOf({ preview, type, category, refund }: PlannedRow): NewRow['fields'] {
  const { row, lines } = preview;
  const description = descriptionOf(row.text || row.payee || '');
  const amount = Math.abs(row.cents);
  const status = row.pending || row.status === 'open' ? 'open' : 'cleared';
  const fields = { type, amount, date: row.date, description, category, status } as const;
  if (row.opening) return { ...fields, category: OPENING_BALANCE, nature: 'opening' };
  if (!lines || type !== typeOf(preview)) return { ...fields, refund: refund === true };
  return { ...fields, category: SPLIT, lines: lines.map((line): TransactionLine => ({ id: newId(), ...line })) };
}
