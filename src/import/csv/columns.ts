/** What the columns of a bank's table are called, in the languages whose banks write such files. */

/**
 * What a column is for, in the order of offers. `debit` and `credit` are amounts without a sign; `direction` is a word
 * beside an amount.
 */
export const ROLES = [
  'date',
  'amount',
  'debit',
  'credit',
  'direction',
  'text',
  'payee',
  'category',
  'bankId',
  'currency',
  'status',
] as const;
export type Role = (typeof ROLES)[number];

/** For each role, the names of its column; an earlier one fits better. They are compared by their letters alone. */
const NAMES: Readonly<Record<Role, readonly RegExp[]>> = {
  date: [
    /^(booking|posting|posted|transaction|trans) ?date$|^date (posted|of transaction)$/,
    /^(buchungstag|buchungsdatum|buchung|boekingsdatum|boekdatum|date de comptabilisation|fecha operacion)$/,
    /^(date|datum|fecha|data|dato|data operacji|date operation|date operazione|data contabile)$/,
    /\bdate\b|datum|fecha|\bdata\b/,
    /^(valuta|wertstellung|value)$/,
  ],
  amount: [
    /^(amount|betrag|bedrag|importe|import|montant|importo|belopp|kwota|valor|umsatz|transaction amount)$/,
    /\b(amount|betrag|bedrag|importe|montant|importo|belopp|kwota|valor|umsatz)\b/,
    /^(value|sum|total|net|netto)$/,
  ],
  debit: [
    /^(debits?|debit amount|outflow|withdrawals?|paid out|money out|spent)$/,
    /^(soll|lastschrift|belastung|ausgaben?|abgang)$/,
    /^(uscite|dare|addebiti|cargo|cargos|debe|debito|retiros|af|depenses?|ausgang)$|\b(debit|withdrawal|outflow)\b/,
  ],
  credit: [
    /^(credits?|credit amount|haben|gutschrift|inflow|deposits?|paid in|money in|received|einnahmen?|zugang)$/,
    /^(entrate|avere|accrediti|abonos?|haber|credito|depositos|bij|recettes?|eingang)$|\b(credit|deposit|inflow)\b/,
  ],
  direction: [
    /^(af bij|debit credit|credit debit|soll haben|s h|d c|dr cr|cr dr|direction|debet credit|sens)$/,
    /^type$/,
  ],
  text: [
    /^(description|verwendungszweck|omschrijving|concepto|libelle|causale|descrizione|descricao|opis|beskrivning)$/,
    /^(memo|details?|narrative|text|buchungstext|notes?|particulars|mededelingen|reference|message|vorgang)$/,
    /\b(description|verwendungszweck|details|libelle|omschrijving|concepto|narrative|memo)\b/,
  ],
  payee: [
    /^(payee|payee name|merchant|merchant name|counterparty|beneficiary|name|counterparty name|naam omschrijving)$/,
    /^(empfanger|auftraggeber beguns?tigter|beguns?tigter|zahlungsempfanger|zahlungspflichtige r?|tegenpartij|naam)$/,
    /\b(payee|merchant|counterparty|beneficiary|empfanger|auftraggeber|beguns?tigter|zahlungs\w*|tegenpartij)\b/,
  ],
  category: [/^(category|kategorie|categorie|categoria|kategori)$/],
  bankId: [/^(transaction id|id|fitid|unique id|transaktions id|transaction number|id transaction)$/],
  currency: [/^(currency|wahrung|devise|divisa|valuta|munt|moneda|valuuta|ccy|currency code)$/],
  status: [/^(status|state|buchungsstatus|etat|estado|stato)$/],
};

/** How well a column's name fits the role: 1 is best; null when it does not. */
export function fitOfName(name: string, role: Role): number | null {
  const place = NAMES[role].findIndex((pattern) => pattern.test(nameKey(name)));
  return place < 0 ? null : place + 1;
}

/** The name's letters in lower case, without accents, words apart by one blank. */
export function nameKey(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

const OUT = /^(d|dr|dbit|debit|debet|s|soll|af|out|outgoing|expense|withdrawal|-|payment|cargo)$/;
const IN = /^(c|cr|crdt|credit|h|haben|bij|in|incoming|income|deposit|\+|abono)$/;

/** Which way the word says that the money went: -1 out, 1 in; null when it says neither. */
export function directionOf(word: string): -1 | 1 | null {
  const key = word.trim().toLowerCase();
  if (OUT.test(key)) return -1;
  return IN.test(key) ? 1 : null;
}

/** Whether the status says that the bank has not booked it yet. */
export function isPending(status: string): boolean {
  return /\b(pending|vorgemerkt|ausstehend|en attente|pendiente|in attesa|pdng|authori[sz]ed)\b/i.test(status);
}
