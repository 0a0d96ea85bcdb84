/** Some banks name who paid and who got the money in two columns. One of both is always the account's holder. */
import { nameKey } from './columns.ts';
import type { Mapping } from './mapping.ts';

const PAYER =
  /^(zahlungspflichtiger?( r)?|auftraggeber(in)?|payer|sender|remitter|donneur d ordre|ordenante|ordinante|opdrachtgever)$/;
const PAYEE =
  /^(zahlungsempfanger(in)?( in)?|empfanger(in)?( in)?|payee|recipient|beneficiary|receiver|beneficiaire|beneficiario)$/;
const MORE_PAYERS = /^(betaler|platnik|nadawca|avsandare|avsender|afsender|maksaja|odesilatel|platce|mandante)$/;
const MORE_PAYEES = /^(begunstigde|ontvanger|odbiorca|mottagare|mottaker|modtager|maksunsaaja|saaja|prijemce)$/;

/** The columns of both. */
export interface Sides {
  payer: number;
  payee: number;
}

/** By the names of the header; null where it has not both, or where another column has the payee. */
export function sidesOf(header: readonly string[], { payee: chosen }: Mapping['columns']): Sides | null {
  const names = header.map(nameKey);
  const payer = names.findIndex((name) => PAYER.test(name) || MORE_PAYERS.test(name));
  const payee = names.findIndex((name) => PAYEE.test(name) || MORE_PAYEES.test(name));
  const hasBoth = payer >= 0 && payee >= 0;
  return hasBoth && (chosen === payer || chosen === payee) ? { payer, payee } : null;
}
