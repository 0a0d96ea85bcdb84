/** Some banks name who paid and who got the money in two columns. One of both is always the account's holder. */
import { nameKey } from './columns.ts';
import type { Mapping } from './mapping.ts';

const PAYERS = [
  /^(zahlungspflichtiger?( r)?|auftraggeber(in)?|payer|sender|remitter|donneur d ordre|ordenante|ordinante)$/,
  /^source name$/,
  /^(opdrachtgever|betaler|platnik|nadawca|avsandare|avsender|afsender|maksaja|odesilatel|platce|mandante)$/,
];
const PAYEES = [
  /^(zahlungsempfanger(in)?( in)?|empfanger(in)?( in)?|payee|recipient|target name|beneficiary|receiver|beneficiaire)$/,
  /^(beneficiario|begunstigde|ontvanger|odbiorca|mottagare|mottaker|modtager|maksunsaaja|saaja|prijemce)$/,
];

/** The columns of both. */
export interface Sides {
  payer: number;
  payee: number;
}

/** By the names of the header; null where it has not both, or where another column has the payee. */
export function sidesOf(header: readonly string[], { payee: chosen }: Mapping['columns']): Sides | null {
  const names = header.map(nameKey);
  const payer = names.findIndex((name) => PAYERS.some((one) => one.test(name)));
  const payee = names.findIndex((name) => PAYEES.some((one) => one.test(name)));
  const hasBoth = payer >= 0 && payee >= 0;
  return hasBoth && (chosen === payer || chosen === payee) ? { payer, payee } : null;
}
