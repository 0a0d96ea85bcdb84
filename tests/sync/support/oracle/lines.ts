/** The lines of a split transaction as one text, so that they compare like every other value. */
import * as v from 'valibot';
import { TransactionLine } from '#domain/rows';

/** A value of a field as the oracle compares it. */
export type Value = string | number | boolean | null;

const Lines = v.array(TransactionLine);
const Text = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.string(), v.number(), v.string()])));

type Line = v.InferOutput<typeof Text>[number];

export function textOfLines(value: unknown): string | null {
  if (!v.is(Lines, value)) return null;
  return JSON.stringify(value.map(({ id, category, cents, note }) => [id, category, cents, note]));
}

/** Null for every value that is no lines. */
export function linesOf(value: Value): Line[] | null {
  const read = typeof value === 'string' && value.startsWith('[[') ? v.safeParse(Text, value) : null;
  return read?.success ? read.output : null;
}

/** The lines under other names: all, or only these. Any other value stays. */
export function renamedLines(value: Value, rename: (name: string) => Value, only?: ReadonlySet<string>): Value {
  const lines = linesOf(value);
  if (!lines) return value;
  const isMeant = (id: string) => only?.has(id) ?? true;
  return JSON.stringify(lines.map(([id, name, ...rest]) => [id, isMeant(id) ? rename(name) : name, ...rest]));
}

/** Whether the lines are these, where each name fits as `fits` says. */
export function fitLines(wanted: Value, found: Value, fits: (name: Value, found: Value) => boolean): boolean {
  const [lines, others] = [linesOf(wanted), linesOf(found)];
  if (!lines || !others || lines.length !== others.length) return false;
  return lines.every(([id, name, cents, note], at) => {
    const [otherId, otherName = null, otherCents, otherNote] = others[at] ?? [];
    return id === otherId && cents === otherCents && note === otherNote && fits(name, otherName);
  });
}
