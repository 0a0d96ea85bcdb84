/**
 * What people were told of wishes that did not come true: by an entry of the panel that keeps the content, or by a
 * notice. Each telling is of one person, one row and one field with its value, or of the row as a whole.
 */
import type { Notice } from '#domain/mutations/notices';
import type { Operation } from '#domain/mutations/operations';
import { isMerge } from '#domain/mutations/renames';
import type { NotTaken } from '#domain/mutations/verdicts';
import type { OutboxEntry } from '#store/database/records';
import { withoutNames } from './value.ts';
import { valuesOf } from './wish.ts';

export type Subject = { rowId: string } & ({ kind: 'there' | 'gone' } | { kind: 'hold'; field: string; value: string });

export class Tellings {
  /** When it was last told. */
  readonly #told = new Map<string, number>();

  note(person: string, subjects: readonly Subject[], now: number): void {
    for (const subject of subjects) {
      this.#told.set(`${person} ${nameOf(subject)}`, now);
      const nameless = withoutLineNames(subject);
      if (nameless) this.#told.set(`${person} ${nameOf(nameless)}`, now);
    }
  }

  /** Whether the person was told so after the wish was made. `isRenamed`: under whatever names of categories. */
  isTold(person: string, subject: Subject, since: number, isRenamed = false): boolean {
    const asked = (isRenamed && withoutLineNames(subject)) || subject;
    return (this.#told.get(`${person} ${nameOf(asked)}`) ?? -1) >= since;
  }
}

function withoutLineNames(subject: Subject): Subject | null {
  if (subject.kind !== 'hold' || subject.field !== 'lines') return null;
  return { ...subject, field: 'lines by now', value: withoutNames(subject.value) };
}

export function nameOf(subject: Subject): string {
  return `${subject.rowId} ${subject.kind === 'hold' ? `${subject.field} ${subject.value}` : subject.kind}`;
}

/** What an entry in the panel tells: the content that was not applied. */
export function toldByEntry({ state, operations, verdict, notTaken, seen = [] }: OutboxEntry): Subject[] {
  if (!['superseded', 'rejected', 'blocked', 'lost'].includes(state)) return [];
  const kept = verdict?.status === 'superseded' && verdict.reason === 'newer' ? verdict.kept : null;
  const of = (operation: Operation) => {
    const told = notTaken?.find(({ id }) => 'id' in operation && operation.id === id);
    return [
      ...toldOfOperation(operation, notTaken ? keptIn(told) : kept),
      ...goneOf(operation, notTaken ? told : verdict),
    ];
  };
  const hasMerge = operations.some(isMerge);
  // A merge that was refused leaves its category there.
  const staying = seen.flatMap(({ table, row }): Subject[] => {
    return hasMerge && table === 'categories' ? [{ rowId: row.id, kind: 'gone' }] : [];
  });
  return [...operations.flatMap(of), ...staying];
}

/** The fields of a row that were not taken; null where nothing of it was. */
function keptIn(told: NotTaken | undefined): object | null {
  // Where another row stands for its line, nothing of it was.
  return told?.status === 'superseded' && told.reason === 'newer' && !told.other ? told.kept : null;
}

/** Whose edit found its row deleted reads so, whether they wanted its values or the row itself. */
function goneOf(operation: Operation, stays: OutboxEntry['verdict'] | NotTaken): Subject[] {
  const isDeleted = stays?.status === 'superseded' && stays.reason === 'deleted';
  return isDeleted && operation.kind === 'patch' ? [{ rowId: operation.id, kind: 'there' }] : [];
}

function toldOfOperation(operation: Operation, kept: object | null): Subject[] {
  if (operation.kind === 'call') {
    // A merge that is not taken back leaves its category gone.
    const back = operation.name === 'category.unmerge' ? operation.arguments.taken?.category : null;
    return back ? toldOfRow(back) : [];
  }
  if ('row' in operation) return toldOfRow(operation.row);
  const { id: rowId } = operation;
  if (operation.kind === 'delete') return [{ rowId, kind: 'gone' }];
  const named = Object.entries(operation.after).filter(([field]) => kept === null || field in kept);
  return toldOfFields(rowId, Object.fromEntries(named));
}

function toldOfRow(row: { id: string }): Subject[] {
  return [{ rowId: row.id, kind: 'there' }, ...toldOfFields(row.id, row)];
}

function toldOfFields(rowId: string, fields: object): Subject[] {
  return Object.entries(valuesOf(fields)).map(([field, value]) => ({ rowId, kind: 'hold', field, value }));
}

/** What a notice tells. */
export function toldByNotice({ kind, rowId, lost, removed }: Notice): Subject[] {
  if (kind === 'revived') return [{ rowId, kind: 'gone' }];
  const fields = toldOfFields(rowId, lost);
  if (kind === 'edited') return fields;
  return [{ rowId, kind: 'there' }, ...fields, ...toldOfFields(rowId, removed)];
}
