/** Elements of OFX in the order of the file become accounts with their entries, not yet understood. */
import { eachElement, type Visitor } from './elements.ts';

/** By the name of their element, in capitals. A map for each of 100,000 entries would take twice the memory. */
type Values = Record<string, string>;

/** One entry of the bank: its values by the name of their element. Those of an inner element have its name in front. */
export interface Entry {
  line: number;
  kind: 'booked' | 'pending' | 'investment';
  values: Values;
  /** The file ends in the midst of it. */
  isCut?: true;
}

/** What a response says about its account, by the name of the element, and its entries. */
export interface Account {
  /** The element of the response; empty where entries stand outside of one. */
  response: string;
  /** The element that names the account, where there is one. */
  from: string;
  values: Values;
  entries: Entry[];
}

const RESPONSE = /^(STMTRS|CCSTMTRS|INVSTMTRS)$/;
const ACCOUNT = /^(BANKACCTFROM|CCACCTFROM|INVACCTFROM)$/;
/** What entries stand in. Some banks close only that. */
const OUTER = /^(STMTRS|CCSTMTRS|INVSTMTRS|BANKTRANLIST|INVTRANLIST|OFX)$/;
/** What holds a balance. Some banks close nothing. */
const BALANCE = /^(LEDGERBAL|AVAILBAL)$/;
const INNER = /^(PAYEE|BANKACCTTO|CCACCTTO|CURRENCY|ORIGCURRENCY)$/;

/** Elements of an investment account that are more than an amount of cash. */
const INVESTMENT = /^((BUY|SELL)(STOCK|MF|DEBT|OPT|OTHER)|INCOME|REINVEST|RETOFCAP|INVEXPENSE|MARGININTEREST|SPLIT)$/;

/**
 * Of an entry's values that stand twice, the first counts. `brokenAt`: the last line of a file that breaks off; null
 * for a whole one.
 */
export function collectAccounts(text: string): { accounts: Account[]; brokenAt: number | null } {
  const collector = new Collector();
  eachElement(text, collector);
  collector.end();
  return { accounts: collector.accounts, brokenAt: collector.brokenAt };
}

/** Where the file is at the moment. Values have no end tag in SGML, so only elements that hold others are closed. */
class Collector implements Visitor {
  readonly accounts: Account[] = [];
  #entry: Entry | null = null;
  #inAccount = false;
  #inner = '';
  #balance = '';
  /** Names that are no more than values. A file has few names, and each many times. */
  readonly #plain = new Set<string>();
  #first = '';
  #lastLine: number | null = null;
  #endsInClose = false;
  #isClosed = false;

  open(name: string, value: string, line: number): void {
    this.#lastLine = line;
    this.#endsInClose = false;
    if (this.#plain.has(name)) this.#note(name, value);
    else this.#openOther(name, value, line);
  }

  #openOther(name: string, value: string, line: number): void {
    this.#first ||= name;
    const kind = entryKind(name);
    if (RESPONSE.test(name)) this.#startAccount(name);
    else if (kind) this.#startEntry(kind, line);
    else if (ACCOUNT.test(name)) this.#startName(name);
    else if (BALANCE.test(name)) this.#startBalance(name);
    else if (INNER.test(name)) this.#inner = name;
    else {
      if (!OUTER.test(name)) this.#plain.add(name);
      this.#note(name, value);
    }
  }

  close(name: string, line: number): void {
    this.#lastLine = line;
    this.#endsInClose = true;
    if (this.#plain.has(name)) return;
    this.#first ||= name;
    if (name === 'OFX') this.#isClosed = true;
    if (name === this.#inner) this.#inner = '';
    else if (ACCOUNT.test(name)) this.#inAccount = false;
    else if (name === this.#balance) this.#balance = '';
    else if (entryKind(name) || OUTER.test(name)) this.#entry = null;
  }

  end(): void {
    if (this.#entry) this.#entry.isCut = true;
  }

  get brokenAt(): number | null {
    const isWhole = this.#first === 'OFX' ? this.#isClosed : this.#endsInClose;
    return isWhole ? null : this.#lastLine;
  }

  #startAccount(response = ''): Account {
    const account: Account = { response, from: '', values: {}, entries: [] };
    this.accounts.push(account);
    this.#entry = null;
    this.#balance = '';
    return account;
  }

  #startName(from: string): void {
    this.#inAccount = true;
    const account = this.accounts.at(-1);
    if (account) account.from ||= from;
  }

  #startBalance(name: string): void {
    this.#entry = null;
    this.#balance = name;
  }

  #startEntry(kind: Entry['kind'], line: number): void {
    const account = this.accounts.at(-1) ?? this.#startAccount();
    this.#entry = { line, kind, values: {} };
    this.#inner = '';
    this.#balance = '';
    account.entries.push(this.#entry);
  }

  #note(name: string, value: string): void {
    if (this.#balance) noteOnce(this.accounts.at(-1)?.values, `${this.#balance}.${name}`, value);
    else if (this.#entry) noteOnce(this.#entry.values, this.#inner ? `${this.#inner}.${name}` : name, value);
    else if (this.#inAccount || name === 'CURDEF') noteOnce(this.accounts.at(-1)?.values, name, value);
  }
}

function entryKind(name: string): Entry['kind'] | null {
  if (name === 'STMTTRN') return 'booked';
  if (name === 'STMTTRNP') return 'pending';
  return INVESTMENT.test(name) ? 'investment' : null;
}

function noteOnce(values: Values | undefined, name: string, value: string): void {
  if (values && value !== '') values[name] ??= value;
}
