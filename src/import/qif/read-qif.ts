/** Statements of a QIF file, as Quicken and many banks write them. Letters that we do not know are skipped. */
import { decideDecimalSign, isTurnedBack, readAmount } from '../statement/amounts.ts';
import { markedCurrencies } from '../statement/currencies.ts';
import { decideDateOrder, readDate } from '../statement/dates.ts';
import { completeParts } from '../statement/parts.ts';
import {
  type AccountHint,
  type Answers,
  type DateOrder,
  joinTexts,
  type Part,
  type Question,
  type ReadRow,
  type Statement,
  type Statements,
  tidyText,
  type Unreadable,
  unreadableLine,
} from '../statement/statement.ts';
import { collectSections, type Entry, type Section } from './collect-sections.ts';

/** No statements when the text is no QIF. */
export function readQif(text: string, answers: Answers = {}): Statements {
  const { sections, order: named } = collectSections(text);
  const entries = sections.filter(({ isInvestment }) => !isInvestment).flatMap((section) => section.entries);
  const dates = decideDateOrder(entries.map(({ values }) => values.get('D') ?? ''));
  const amounts = decideDecimalSign(entries.flatMap(amountsOf));
  const order = answers.dateOrder ?? named ?? dates.order;
  const sign = answers.decimalSign ?? amounts.sign;
  const questions: Question[] = [];
  if (order === null && dates.open) questions.push('date_order');
  if (sign === null && amounts.open) questions.push('decimal_sign');
  return { statements: sections.map((section) => readSection(section, order, sign)), questions };
}

/** `T` is the amount, and `U` is the same with more digits. */
function amountOf({ values }: Entry): string {
  return values.get('T') ?? values.get('U') ?? '';
}

function amountsOf(entry: Entry): string[] {
  return [amountOf(entry), ...entry.splits.map((split) => split.get('$') ?? '')];
}

function readSection(section: Section, order: DateOrder | null, sign: '.' | ',' | null): Statement {
  const currencies = markedCurrencies(section.entries.map(amountOf));
  const statement: Statement = { format: 'qif', account: nameOf(section), currencies, rows: [], unreadable: [] };
  for (const entry of section.entries) {
    const read = section.isInvestment ? ({ reason: 'investment' } as const) : readEntry(entry, order, sign);
    if ('reason' in read)
      statement.unreadable.push(unreadableLine(entry.line, read.reason, [...entry.values.values()].join(' ')));
    else statement.rows.push(read);
  }
  return statement;
}

/** Without a section that names the account, the opening balance does: it is a transfer from the account itself. */
function nameOf({ account, entries: [first] }: Section): AccountHint {
  if (account.name !== undefined || !first || !isOpening(first)) return account;
  const { transfer } = categoryOf(first.values.get('L') ?? '');
  return transfer ? { name: transfer } : {};
}

function isOpening({ values }: Entry): boolean {
  return /^opening balance$/i.test(values.get('P') ?? '');
}

function readEntry(entry: Entry, order: DateOrder | null, sign: '.' | ',' | null): ReadRow | { reason: Unreadable } {
  const value = (letter: string) => entry.values.get(letter) ?? '';
  // Its last value may lack digits.
  if (entry.isCut) return { reason: 'broken' };
  const date = readDate(value('D'), order);
  if ('reason' in date) return date;
  const amount = readAmount(amountOf(entry), sign);
  if ('reason' in amount) return amount;
  const payee = tidyText(value('P'));
  const parts = completeParts(
    amount.cents,
    entry.splits.flatMap((split) => readSplit(split, sign)),
  );
  return {
    line: entry.line,
    date: date.date,
    cents: amount.cents,
    text: joinTexts([payee, value('M')]) || tidyText(value('N')),
    ...(isTurnedBack(amountOf(entry)) && { isTurnedBack: true }),
    ...(payee && { payee }),
    ...(isOpening(entry) ? { opening: true } : categoryOf(parts ? '' : categoryText(entry))),
    ...(parts && { parts }),
  };
}

/** A split of one line has its category there. */
function categoryText({ values, splits: [first] }: Entry): string {
  return values.get('L') ?? first?.get('S') ?? '';
}

/** A line of a split without a readable amount is left out, so its cents are in the rest. */
function readSplit(split: ReadonlyMap<string, string>, sign: '.' | ',' | null): Part[] {
  const amount = readAmount(split.get('$') ?? '', sign);
  if ('reason' in amount) return [];
  return [{ cents: amount.cents, text: tidyText(split.get('E') ?? ''), ...categoryOf(split.get('S') ?? '') }];
}

/** `[Savings]` is a transfer to that account. A class may stand behind a slash. */
function categoryOf(text: string): { category?: string; transfer?: string } {
  const transfer = /^\[(.+)\]/.exec(text)?.[1]?.trim();
  if (transfer) return { transfer };
  const category = text.replace(/\/.*$/, '').trim();
  return category ? { category } : {};
}
