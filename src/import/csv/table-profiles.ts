/**
 * Tables of which evidence alone would not know every column. A profile names columns, and nothing else: signs, dates
 * and all other columns are read as in every table.
 */
import { plainKey } from './columns.ts';
import type { Role } from './roles.ts';

/** Columns by the names of their header. */
export interface Profile {
  columns: Partial<Record<Role, number>>;
  /** The words of rows that name no payee. */
  spareText?: number;
}

interface Names {
  /** Names that tell the table, as `plainKey` writes them. */
  header: readonly string[];
  /** The names of each column; the first that is there counts. */
  columns: Partial<Record<Role | 'spareText', readonly string[]>>;
}

const PROFILES: readonly Names[] = [
  // Mint. Where all rows go one way, nothing else tells that its words are directions.
  {
    header: ['original description', 'transaction type', 'account name'],
    columns: { amount: ['amount'], direction: ['transaction type'], account: ['account name'] },
  },
  // Monarch. A file of one account names it, too.
  { header: ['merchant', 'original statement', 'account', 'amount'], columns: { account: ['account'] } },
  // PayPal: gross, fee and net stand beside each other, and only some rows change the balance.
  paypal(['date', 'gross', 'fee', 'net', 'currency', 'name'], {
    date: ['date'],
    amount: ['net'],
    status: ['balance impact', 'status'],
    bankId: ['transaction id'],
    balance: ['balance'],
    currency: ['currency'],
    spareText: ['type', 'description'],
  }),
  paypal(['date', 'type', 'status', 'fees', 'total', 'receipt id', 'currency', 'name'], {
    date: ['date'],
    amount: ['total'],
    status: ['balance impact', 'status'],
    bankId: ['transaction id'],
    balance: ['balance'],
    currency: ['currency'],
    spareText: ['type'],
  }),
  paypal(['datum', 'brutto', 'netto', 'wahrung', 'name', 'transaktionscode'], {
    date: ['datum'],
    amount: ['netto'],
    status: ['auswirkung auf guthaben', 'status'],
    bankId: ['transaktionscode'],
    balance: ['guthaben'],
    currency: ['wahrung'],
    spareText: ['typ', 'beschreibung'],
  }),
  // GnuCash: both sides of a transaction are rows, each of an account of its own.
  {
    header: ['full account name', 'account name', 'amount num', 'value num'],
    columns: { account: ['full account name'], amount: ['amount num'] },
  },
  // Wise: the fee comes on top of the amount "after fees", and the amount of the other side stands beside it.
  {
    header: ['direction', 'source fee amount', 'source amount after fees', 'target name'],
    columns: {
      date: ['finished on', 'created on'],
      amount: ['source amount after fees'],
      direction: ['direction'],
      fee: ['source fee amount'],
      payee: ['target name'],
      text: ['reference'],
      bankId: ['id'],
      currency: ['source currency'],
      status: ['status'],
    },
  },
  // Revolut: pockets and savings stand in one table with the current account, each with its own balance.
  revolut('product', 'completed date', 'amount', 'fee', 'balance'),
  revolut('produkt', 'datum des abschlusses', 'betrag', 'gebuhr', 'kontostand'),
  revolut('produit', 'date de fin', 'montant', 'frais', 'solde'),
  revolut('producto', 'fecha de finalizacion', 'importe', 'comision', 'saldo'),
  revolut('prodotto', 'data di completamento', 'importo', 'costo', 'saldo'),
  revolut('produkt', 'data zrealizowania', 'kwota', 'oplata', 'saldo'),
];

function paypal(header: readonly string[], columns: Names['columns']): Names {
  return { header, columns: { ...columns, payee: ['name'] } };
}

function revolut(account: string, date: string, amount: string, fee: string, balance: string): Names {
  const columns = { account: [account], date: [date], amount: [amount], fee: [fee], balance: [balance] };
  return { header: [account, date, amount, fee], columns };
}

/** The columns of a table that is known by its header; null for every other one. */
export function profileOf(header: readonly string[]): Profile | null {
  const names = header.map((name) => plainKey(name));
  const found = PROFILES.find((one) => one.header.every((name) => names.includes(name)));
  if (!found) return null;
  const { spareText, ...columns } = found.columns;
  const placeOf = (some: readonly string[]) => {
    const name = some.find((one) => names.includes(one));
    return name === undefined ? -1 : names.indexOf(name);
  };
  const places = Object.entries(columns).map(([role, some]) => [role, placeOf(some)] as const);
  const spare = placeOf(spareText ?? []);
  return {
    columns: Object.fromEntries(places.filter(([, at]) => at >= 0)),
    ...(spare >= 0 && { spareText: spare }),
  };
}
