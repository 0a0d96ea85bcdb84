/** Values of fields as the first rule compares them. */

import * as v from 'valibot';
import { TransactionLine } from '#domain/rows';

const Lines = v.array(TransactionLine);
const Parts = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.number(), v.string(), v.string()])));

/** A value as a text that compares. */
export type Value = string;

/** Ids that the server or the app makes up anew: what counts is whether there is one. */
const MADE_UP = new Set(['transferId', 'importId']);

export function textOf(field: string, value: unknown): Value {
  if (value === undefined || value === null) return 'null';
  if (MADE_UP.has(field)) return 'some';
  return JSON.stringify(field === 'lines' ? linesIn(value) : value);
}

/** Lines in one order, each with its parts in one order. */
function linesIn(value: unknown): unknown {
  const lines = v.safeParse(Lines, value);
  if (!lines.success) return value;
  const parts = lines.output.map(({ id, cents, note, category }) => [id, cents, note, category]);
  return parts.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
}

/** Lines whose categories have any names. */
export function withoutNames(lines: Value): Value {
  const read = v.safeParse(Parts, lines);
  return read.success ? JSON.stringify(read.output.map(([id, cents, note]) => [id, cents, note])) : lines;
}
