import * as v from 'valibot';
import { limits } from '../http/limits.ts';

/** Names of PostgreSQL have at most this many bytes. */
const longestName = 63;

/** The changes that a client wants to hear of, as supabase-js sends them. What else it sends is not kept. */
export const ChangeBinding = v.object({
  event: v.picklist(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: v.optional(v.literal('public'), 'public'),
  table: v.pipe(v.string(), v.maxLength(longestName)),
  filter: v.optional(v.pipe(v.string(), v.maxBytes(limits.filterBytes.most), v.regex(/^[a-z_][a-z0-9_]*=eq\..*$/i))),
});
export type ChangeBinding = v.InferOutput<typeof ChangeBinding>;

export type NumberedBinding = { id: number; binding: ChangeBinding };

/** The bindings in their order. Equal ones have one number. */
export function numberBindings(bindings: readonly ChangeBinding[]): NumberedBinding[] {
  const ids = new Map<string, number>();
  return bindings.map((binding) => {
    const key = JSON.stringify([binding.event, binding.table, binding.filter]);
    const id = ids.get(key) ?? ids.size + 1;
    ids.set(key, id);
    return { id, binding };
  });
}

/** The bindings without those that are equal to an earlier one. */
export function withoutEqual(bindings: readonly NumberedBinding[]): NumberedBinding[] {
  return [...new Map(bindings.map((one) => [one.id, one])).values()];
}

/** Whether the binding asks for a change of its table. `row` has the columns that are told. */
export function matches(binding: ChangeBinding, type: string, row: Record<string, unknown>): boolean {
  if (binding.event !== '*' && binding.event !== type) return false;
  if (binding.filter === undefined) return true;
  const [, column = '', value] = /^(.*?)=eq\.(.*)$/s.exec(binding.filter) ?? [];
  return String(row[column]) === value;
}
