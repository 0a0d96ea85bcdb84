/**
 * A part of an action that a worker did. It comes as one text, which takes the page no time, and stays one until
 * somebody undoes the action: 100,000 rows of an import would else lie in its memory as objects.
 */
import { importedId } from '#domain/ids/imported-id';
import type { Insert, Operation } from '#domain/mutations/operations';
import type { ActionPart } from './actions.ts';

export type PackedPart = Omit<ActionPart, 'operations' | 'before' | 'taken'> & { text: string };

export function packPart({ operations, before, taken, ...part }: ActionPart): PackedPart {
  const packed = operations.map((operation, at) => packedOperation(operation, operations[at - 1]));
  return { ...part, text: JSON.stringify({ operations: packed, before, taken }) };
}

/** The part, which is read each time when its operations or rows are asked for. */
export function lazyPart({ text, ...part }: PackedPart): ActionPart {
  const read = (): Pick<ActionPart, 'before' | 'taken'> & { operations: PackedOperation[] } => JSON.parse(text);
  return {
    ...part,
    get operations() {
      let above: Operation | undefined;
      return read().operations.map((packed) => {
        above = 'kind' in packed ? packed : unpacked(packed, above);
        return above;
      });
    },
    get before() {
      return read().before;
    },
    get taken() {
      return read().taken;
    },
  };
}

type Addition = Extract<Insert, { table: 'transactions' }>;

/** An addition below another one with the same fields, without what that one tells. Rows of a file have much alike. */
interface BelowAnother {
  row: Partial<Addition['row']>;
  key?: string;
}

type PackedOperation = Operation | BelowAnother;

function packedOperation(operation: Operation, above: Operation | undefined): PackedOperation {
  if (!isAddition(operation) || !isAddition(above) || !hasSameFields(operation, above)) return operation;
  const { row, key } = operation;
  const told = toldBy(above, row, key);
  const fields = Object.entries(row).filter(([field, value]) => value !== told[field]);
  return { row: Object.fromEntries(fields), ...(key !== undefined && { key }) };
}

function unpacked({ row, ...keyed }: BelowAnother, above: Operation | undefined): Operation {
  if (!isAddition(above)) throw new Error('nothing is above this addition');
  return { ...above, ...keyed, row: { ...toldBy(above, { ...above.row, ...row }, keyed.key), ...row } };
}

/** The row as far as the one above tells it. A file's row has an id that its key makes, and often one text twice. */
function toldBy({ row: above }: Addition, row: Addition['row'], key: string | undefined): Addition['row'] {
  return {
    ...above,
    id: key === undefined ? above.id : importedId(row.accountId, key),
    importedText: above.importedText === above.description ? row.description : above.importedText,
  };
}

function isAddition(operation: Operation | undefined): operation is Addition {
  return operation?.kind === 'insert' && operation.table === 'transactions';
}

function hasSameFields(one: Addition, other: Addition): boolean {
  const choseSame = String(one.chosen) === String(other.chosen);
  return choseSame && namesOf(one) === namesOf(other) && namesOf(one.row) === namesOf(other.row);
}

function namesOf(object: object): string {
  return Object.keys(object).join();
}
