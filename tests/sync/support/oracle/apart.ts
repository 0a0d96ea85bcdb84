/** A mutation that was decided apart (S71): one verdict for each of its parts. */
import type { NotTaken, Verdict } from '#domain/mutations/verdicts';
import type { Believed } from './believed.ts';
import { idIn } from './case.ts';
import type { Deed } from './chronicle.ts';
import { grouped } from './rows.ts';
import { transferOf } from './sides.ts';
import { isShared } from './wishes.ts';

export interface Part {
  deeds: readonly Deed[];
  verdict: Verdict;
  /** The rows of which something was not taken, as the verdict names them. */
  named: ReadonlySet<string>;
}

/** The deeds with the verdicts on them. Where all was taken, the mutation is one part, as one that is decided whole. */
export function partsOf(deeds: readonly Deed[], verdict: Verdict, believed: Believed): Part[] {
  if (verdict.status !== 'applied' || verdict.notTaken === undefined) return [{ deeds, verdict, named: new Set() }];
  const { id, versions, notTaken } = verdict;
  const untaken = new Map(notTaken.map((one) => [one.id, one]));
  const ofRows = deeds.filter(isOfTransaction);
  const ofOthers = deeds.filter((deed) => !isOfTransaction(deed));
  const verdictOn = (part: readonly Deed[]): Verdict => {
    const told = new Set(part.flatMap(({ operation }) => untaken.get(idIn(operation) ?? '') ?? []));
    return [...told].reduce<Verdict>((sum, one) => together(sum, one, versions), { id, status: 'applied', versions });
  };
  const parts = [
    ofOthers.filter(({ operation }) => operation.kind !== 'delete'),
    ...unitsOf(ofRows, believed),
    ofOthers.filter(({ operation }) => operation.kind === 'delete'),
  ];
  const named = new Set(untaken.keys());
  return parts.filter(({ length }) => length > 0).map((part) => ({ deeds: part, verdict: verdictOn(part), named }));
}

function isOfTransaction({ operation }: Deed): boolean {
  return operation.kind !== 'call' && operation.table === 'transactions';
}

/** What the sides of a transfer share stands or falls together, and so do the deeds on one row. */
function unitsOf(deeds: readonly Deed[], believed: Believed): Deed[][] {
  return [...Map.groupBy(deeds, (deed) => nameOf(deed, believed)).values()];
}

function nameOf(deed: Deed, believed: Believed): string {
  const { operation } = deed;
  if (operation.kind === 'patch' && !isShared({ groups: grouped(operation.table, operation.after) })) {
    return `row ${operation.id}`;
  }
  const made = 'row' in operation && operation.table === 'transactions' ? operation.row.transferId : null;
  const transfer = made ?? transferOf(deed, { believed });
  return typeof transfer === 'string' ? `transfer ${transfer}` : `row ${idIn(operation)}`;
}

function together(sum: Verdict, told: NotTaken, versions: Record<string, number>): Verdict {
  const { id } = sum;
  if (told.status === 'rejected') return { id, status: 'rejected', reason: told.reason, code: null, message: '' };
  if (sum.status === 'rejected') return sum;
  const before = sum.status === 'superseded' ? sum.kept : {};
  const { reason, kept, by } = told;
  return { id, status: 'superseded', reason, kept: { ...before, ...kept }, by, versions };
}
