/** What the export of another app becomes: statements of its accounts, its categories, and what was budgeted. */
import type { ImportFormat } from '#domain/rows';
import { completeParts } from '../parts.ts';
import {
  type Part,
  type Question,
  type ReadRow,
  type Statement,
  type Unreadable,
  type UnreadableLine,
  unreadableLine,
} from '../statement.ts';
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

  constructor(format: ImportFormat) {
    this.#format = format;
  }

  get statements(): Statement[] {
    return [...this.#statements.values()];
  }

  add(name: string, row: ReadRow): void {
    this.#of(name).rows.push(row);
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
    const made: Statement = { format: this.#format, account: name ? { name } : {}, rows: [], unreadable: [] };
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

/**
 * One row whose parts are these rows of one day, with their sum; null when they add up to nothing. Its text is `text`,
 * or that of the first.
 */
export function mergeRows(rows: readonly ReadRow[], text: string): ReadRow | null {
  const [first] = rows;
  const cents = rows.reduce((sum, row) => sum + row.cents, 0);
  if (!first || cents === 0) return null;
  const { category: _, transfer: __, ...rest } = first;
  const parts = completeParts(cents, rows.map(partOf));
  return { ...rest, cents, text: text || first.text, ...(parts && { parts }) };
}

function partOf({ cents, text, payee, category, transfer }: ReadRow): Part {
  return { cents, text, ...(payee && { payee }), ...(category && { category }), ...(transfer && { transfer }) };
}
