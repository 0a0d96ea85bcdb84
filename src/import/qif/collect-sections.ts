/** Lines of QIF become sections of entries, not yet understood. A line is a letter and a value; `^` ends an entry. */
import type { AccountKind } from '#domain/account-kinds';
import type { AccountHint, DateOrder } from '../statement/statement.ts';

export interface Entry {
  line: number;
  /** The first value of each letter. */
  values: Map<string, string>;
  /** The lines of a split, each with the values of its letters. */
  splits: Map<string, string>[];
  /** The file ends in the midst of it. */
  isCut?: true;
}

export interface Section {
  account: AccountHint;
  /** As the file writes it, in lower case. */
  type: string;
  isInvestment: boolean;
  entries: Entry[];
}

/** Sections of transactions. Others are lists of categories and the like. */
const TRANSACTIONS = /^!Type:\s*(Bank|Cash|CCard|Oth ?A|Oth ?L|Invst)\b/i;
/** The kinds of accounts that some sections are for. */
const KINDS: readonly (readonly [RegExp, AccountKind])[] = [
  [/^!type:\s*cash/, 'cash'],
  [/^!type:\s*ccard/, 'credit_card'],
  [/^!type:\s*oth ?l/, 'loan'],
  [/^!type:\s*invst/, 'investment'],
];
const OPTION = /^!Option:\s*(MDY|DMY|YMD)/i;
const ORDERS: Readonly<Record<string, DateOrder>> = { MDY: 'month-first', DMY: 'day-first', YMD: 'year-first' };

/** The sections, and the order of dates that the file names, or null. */
export function collectSections(text: string): { sections: Section[]; order: DateOrder | null } {
  const collector = new Collector();
  text.split(/\r\n|\r|\n/).forEach((line, at) => {
    if (line.startsWith('!')) collector.takeHead(line);
    else if (line.startsWith('^')) collector.endEntry();
    else if (line.trim() !== '') collector.takeValue(line.charAt(0), line.slice(1).trim(), at + 1);
  });
  // Some files do not end their last entry. But they end its last line.
  if (!/[\r\n]$/.test(text)) collector.cutEntry();
  return { sections: collector.sections, order: collector.order };
}

/** Where the file is at the moment. */
class Collector {
  readonly sections: Section[] = [];
  order: DateOrder | null = null;
  #account: AccountHint = {};
  #place: 'account' | 'entries' | null = null;
  #entry: Entry | null = null;

  takeHead(line: string): void {
    this.#entry = null;
    this.order ??= ORDERS[OPTION.exec(line)?.[1]?.toUpperCase() ?? ''] ?? null;
    if (/^!(Option|Clear):/i.test(line)) return;
    this.#place = /^!Account/i.test(line) ? 'account' : TRANSACTIONS.test(line) ? 'entries' : null;
    if (this.#place !== 'entries') return;
    const type = line.trim().toLowerCase();
    const last = this.sections.at(-1);
    // Some banks write the head again above each entry. Without a new account it is the same section.
    if (last?.type === type && this.#account.name === undefined) return;
    const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1];
    const account = { ...this.#account, ...(kind && { kind }) };
    this.sections.push({ account, type, isInvestment: /^!type:\s*invst/.test(type), entries: [] });
    this.#account = {};
  }

  endEntry(): void {
    this.#entry = null;
  }

  cutEntry(): void {
    if (this.#entry) this.#entry.isCut = true;
  }

  takeValue(letter: string, value: string, line: number): void {
    if (this.#place === 'account' && letter === 'N') this.#account = { name: value };
    if (this.#place !== 'entries') return;
    if (!this.#entry) {
      this.#entry = { line, values: new Map(), splits: [] };
      this.sections.at(-1)?.entries.push(this.#entry);
    }
    noteValue(this.#entry, letter, value);
  }
}

/** `S` begins a line of a split, to which the `E` and `$` behind it belong. */
function noteValue({ values, splits }: Entry, letter: string, value: string): void {
  const split = splits.at(-1);
  if (letter === 'S') splits.push(new Map([['S', value]]));
  else if (letter === 'E' || letter === '$') {
    if (split && !split.has(letter)) split.set(letter, value);
  } else if (!values.has(letter)) values.set(letter, value);
}
