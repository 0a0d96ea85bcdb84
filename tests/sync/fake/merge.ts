/** The merge rule of a patch, per field group: what the user saw, what they made of it, and who wrote last. */
import type { Patch } from '#domain/operations';
import type { Work } from './work.ts';

type Values = Record<string, string | number | null>;

const GROUP: Record<string, string> = {
  amount: 'amount+type',
  type: 'amount+type',
  description: 'description+notes',
  notes: 'description+notes',
};

/** The fields to write, or null when there are none; what does not take is noted in the work as superseded. */
export function merge(work: Work, row: object & { id: string }, patch: Patch): Values | null {
  const current = valuesOf(row, Object.keys(patch.after));
  const taken: Values = {};
  const kept: Values = {};
  for (const fields of Map.groupBy(Object.keys(patch.after), (field) => GROUP[field] ?? field).values()) {
    const decision = decide(work, row.id, fields, current, patch);
    if (decision === 'same') for (const field of fields) work.raiseClock(`${row.id} ${field}`);
    if (decision === 'after') Object.assign(taken, pick(patch.after, fields));
    if (decision === 'current') Object.assign(kept, pick(current, fields));
  }
  if (Object.keys(kept).length > 0) work.superseded = { reason: 'newer', kept, by: null };
  return Object.keys(taken).length > 0 ? taken : null;
}

function decide(work: Work, id: string, fields: string[], current: Values, { before, after, seen }: Patch) {
  const stands = (values: Values) => fields.every((field) => current[field] === values[field]);
  const clocks = fields.flatMap((field) => work.state.clocks.get(`${id} ${field}`) ?? []);
  if (stands(after)) return 'same';
  if (!work.guards.before) return 'after';
  const isNotEarlier = clocks.every((clock) => clock.at <= work.editedAt);
  const isUnchanged = clocks.every((clock) => clock.version <= seen);
  if (stands(before) && (isNotEarlier || isUnchanged)) return 'after';
  return clocks.every((clock) => clock.at < work.editedAt) ? 'after' : 'current';
}

function valuesOf(row: object, fields: string[]): Values {
  const values: Values = {};
  for (const field of fields) {
    const value: unknown = Reflect.get(row, field);
    values[field] = typeof value === 'string' || typeof value === 'number' ? value : null;
  }
  return values;
}

function pick(values: Values, fields: string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}
