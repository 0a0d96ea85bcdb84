/** What the export of another app becomes: statements of its accounts, its categories, and what was budgeted. */
import type { AccountKind } from '#domain/account-kinds';
import type { ImportFormat } from '#domain/rows';
import { guessKind } from '../statement/account-kind.ts';
import { completeParts } from '../statement/parts.ts';
import {
  type Part,
  type Question,
  type ReadRow,
  type Statement,
  type Unreadable,
  type UnreadableLine,
  unreadableLine,
} from '../statement/statement.ts';
import type { ExportLine } from './export-table.ts';

export interface Migration {
  app: 'ynab' | 'actual' | 'firefly';
  statements: Statement[];
  categories: ExportedCategory[];
  budgets: ExportedBudget[];
  questions: Question[];
}

export interface ExportedCategory {
  name: string;
  group?: string;
}

/** What was set aside for a category in a month, YYYY-MM; cents. */
export interface ExportedBudget {
  month: string;
  category: string;
  cents: number;
}

/** Statements by the names of their accounts, in the order in which the export names them first. */
export class Accounts {
  readonly #statements = new Map<string, Statement>();
  readonly #format: ImportFormat;
  readonly #currencies: string[];

  constructor(format: ImportFormat, currencies: string[] = []) {
    this.#format = format;
    this.#currencies = currencies;
  }

  get statements(): Statement[] {
    return [...this.#statements.values()];
  }

  add(name: string, row: ReadRow): void {
    this.#of(name).rows.push(row);
  }

  setKind(name: string, kind: AccountKind): void {
    this.#of(name).account.kind = kind;
  }

  /** `line` is of no account when `name` is empty. */
  refuse(name: string, { line, get }: ExportLine, reason: Unreadable, columns: readonly string[]): void {
    this.#of(name).unreadable.push(unreadableLine(line, reason, columns.map(get).join(' ')));
  }

  refuseAll(lines: readonly UnreadableLine[]): void {
    if (lines.length > 0) this.#of('').unreadable.push(...lines);
  }

  #of(name: string): Statement {
    const found = this.#statements.get(name);
    if (found) return found;
    const made: Statement = {
      format: this.#format,
      account: name ? { name, kind: guessKind(name) } : {},
      currencies: this.#currencies,
      rows: [],
      unreadable: [],
    };
    this.#statements.set(name, made);
    return made;
  }
}

/** Each category once, with its group. */
export function distinctCategories(categories: Iterable<ExportedCategory>): ExportedCategory[] {
  const found = new Map<string, ExportedCategory>();
  for (const one of categories) if (one.name !== '') found.set(`${one.group ?? ''}\n${one.name}`, one);
  return [...found.values()];
}

/** Where two groups have a category of one name, both are called `Group: Name`. Names are not told apart otherwise. */
export function nameCategories(categories: Iterable<ExportedCategory>): (one: ExportedCategory) => ExportedCategory {
  const groups = new Map<string, Set<string>>();
  for (const { name, group = '' } of categories) {
    const key = name.toLowerCase();
    groups.set(key, (groups.get(key) ?? new Set()).add(group));
  }
  return (one) => {
    const isShared = (groups.get(one.name.toLowerCase())?.size ?? 0) > 1;
    return isShared && one.group ? { name: `${one.group}: ${one.name}`, group: one.group } : one;
  };
}

/**
 * The rows of one split. A part that is a transfer is a row of its own, because it has another side. The other parts
 * become one row for money out and one for money in, since the lines of a row are of one type. Their text is `text`, or
 * that of the first.
 */
export function splitRows(parts: readonly ReadRow[], text: string): ReadRow[] {
  if (parts.length < 2) return [...parts];
  const others = parts.filter(({ transfer }) => transfer === undefined);
  const bySign = Map.groupBy(others, ({ cents }) => Math.sign(cents));
  const merged = [...bySign.values()].flatMap((some) => mergeRows(some, text));
  return [...merged, ...parts.filter(({ transfer }) => transfer !== undefined)];
}

function mergeRows(rows: readonly ReadRow[], text: string): ReadRow[] {
  const [first] = rows;
  if (!first || rows.length < 2) return [...rows];
  const cents = rows.reduce((sum, row) => sum + row.cents, 0);
  const parts = completeParts(cents, rows.map(partOf));
  const { category: _, ...rest } = first;
  return [{ ...rest, cents, text: text || first.text, ...(parts && { parts }) }];
}

function partOf({ cents, text, payee, category }: ReadRow): Part {
  return { cents, text, ...(payee && { payee }), ...(category && { category }) };
}
