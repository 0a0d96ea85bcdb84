/** A mutation that is decided apart, in memory: each of its units by itself. The SQL has it in `private.push_apart`. */
import * as v from 'valibot';
import { Operation, type SentMutation } from '#domain/mutations/operations';
import type { NotTaken, Verdict } from '#domain/mutations/verdicts';
import { carryOut, decide } from './carry-out.ts';
import { removedTransaction } from './changes.ts';
import { transferIn } from './file-links.ts';
import { writesShared } from './together.ts';
import type { Work } from './work.ts';

type Sent = SentMutation['operations'][number];

/** `begin` starts the work on a part of the mutation. */
export function decideApart({ id, operations }: SentMutation, begin: () => Work): Verdict {
  const works: Work[] = [];
  const untaken = new Map<string, NotTaken>();
  const carry = (part: readonly Sent[]) => {
    const work = begin();
    const verdict = decide(work, id, () => carryOut(work, part));
    if (verdict.status === 'rejected') return verdict;
    works.push(work);
    for (const [row, kept] of work.kept) untaken.set(row, { id: row, status: 'superseded', ...kept });
    return null;
  };
  const ofRows = operations.filter(isOfTransaction);
  const ofOthers = operations.filter((one) => !isOfTransaction(one));
  const units = unitsOf(begin(), ofRows);
  // An import, a reconciliation or an account goes after its rows.
  const first = ofOthers.filter(({ kind }) => kind !== 'delete');
  const ends = ofOthers.filter(({ kind }) => kind === 'delete');
  const refusedAtOnce = first.length > 0 ? carry(first) : null;
  if (refusedAtOnce) return refusedAtOnce;
  for (const unit of units) {
    const refused = carry(unit);
    if (!refused) continue;
    for (const row of unit.map(rowOf)) untaken.set(row, { id: row, status: 'rejected', reason: refused.reason });
  }
  const refused = ends.length > 0 ? carry(ends) : null;
  if (refused) {
    for (const work of works.reverse()) work.takeBack();
    return refused;
  }
  const notTaken = [...new Set(operations.map(rowOf))].flatMap((row) => untaken.get(row) ?? []);
  return { id, status: 'applied', versions: newest(works), ...(notTaken.length > 0 && { notTaken }) };
}

function isOfTransaction(operation: Sent): boolean {
  return operation.kind !== 'call' && operation.table === 'transactions';
}

function rowOf(operation: Sent): string {
  if (operation.kind === 'call') return '';
  return 'row' in operation ? operation.row.id : operation.id;
}

function newest(works: readonly Work[]): Record<string, number> {
  const versions: Record<string, number> = {};
  for (const [accountId, version] of works.flatMap((work) => Object.entries(work.versions))) {
    versions[accountId] = Math.max(version, versions[accountId] ?? 0);
  }
  return versions;
}

/** Operations on one row, on the sides of one transfer, or with one import key stand or fall together. */
function unitsOf(work: Work, operations: readonly Sent[]): Sent[][] {
  const units = new Map(operations.map((one, at) => [one, at]));
  const byName = new Map<string, Sent>();
  for (const one of operations) {
    for (const name of namesOf(work, one)) {
      const first = byName.get(name);
      byName.set(name, first ?? one);
      if (first) join(units, one, first);
    }
  }
  return [...Map.groupBy(operations, (one) => units.get(one)).values()];
}

function join(units: Map<Sent, number>, one: Sent, other: Sent) {
  const both = [units.get(one) ?? 0, units.get(other) ?? 0];
  for (const [member, unit] of units) if (both.includes(unit)) units.set(member, Math.min(...both));
}

/** What it may share with other operations. A broken one is refused with whatever else concerns its row. */
function namesOf(work: Work, sent: Sent): string[] {
  const row = `row ${rowOf(sent)}`;
  const { success, output: operation } = v.safeParse(Operation, sent);
  if (!success) return [row];
  const transfer = transferIn(operation) ?? formerTransfer(operation) ?? sideOf(work, operation);
  const key = 'key' in operation ? operation.key : undefined;
  return [row, ...(transfer ? [`transfer ${transfer}`] : []), ...(key ? [`key ${key}`] : [])];
}

function formerTransfer(operation: Operation): string | null {
  const before = operation.kind === 'patch' ? operation.before.transferId : null;
  return typeof before === 'string' ? before : null;
}

function sideOf(work: Work, operation: Operation): string | null {
  if (!writesShared(operation) || operation.kind === 'restore') return null;
  const row = work.readable('transactions', operation.id) ?? removedTransaction(work, operation.id)?.before;
  return row?.transferId ?? null;
}
