/**
 * The layout of a copy: one JSON document whose last list has an item on each line. So a long file can be written and
 * parsed in slices while the page goes on. A document that somebody laid out anew is parsed as a whole.
 */
import * as v from 'valibot';
import { pacer } from './pacer.ts';

/** Characters of a slice. */
const SLICE = 128 * 1024;

/** The parts of the text of a document; `head` has no list named `list`. */
export async function* layOut(
  head: object,
  list: string,
  items: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<string> {
  const pace = pacer();
  let part = `${JSON.stringify(head).slice(0, -1)},\n"${list}":[`;
  let separator = '\n';
  for await (const item of items) {
    part += separator + JSON.stringify(item);
    separator = ',\n';
    if (part.length >= SLICE) {
      yield part;
      part = '';
    }
    await pace();
  }
  yield `${part}\n]}\n`;
}

export interface Document {
  head: Readonly<Record<string, unknown>>;
  /** The items of its last list; undefined where the document has no such list. */
  items: unknown;
}

const Head = v.record(v.string(), v.unknown());

/** The document in this text; null when the text is not a JSON object. */
export async function parseDocument(text: string, list: string): Promise<Document | null> {
  const sliced = await parseSlices(text.trimEnd(), list);
  if (sliced) return sliced;
  const head = parseJson(text);
  return v.is(Head, head) ? { head, items: head[list] } : null;
}

/** Null when the text has another layout. No line break stands inside a JSON string, so each one ends an item. */
async function parseSlices(text: string, list: string): Promise<Document | null> {
  const pace = pacer();
  const start = text.indexOf(`,\n"${list}":[\n`);
  if (start < 0 || !text.endsWith('\n]}')) return null;
  const head = parseJson(`${text.slice(0, start)}}`);
  if (!v.is(Head, head)) return null;
  const items: unknown[] = [];
  const end = text.length - '\n]}'.length;
  for (let from = start + `,\n"${list}":[\n`.length; from < end; ) {
    const comma = text.indexOf(',\n', from + SLICE);
    const to = comma < 0 ? end : Math.min(comma, end);
    const some = parseJson(`[${text.slice(from, to)}]`);
    if (!Array.isArray(some)) return null;
    for (const item of some) items.push(item);
    from = to + ',\n'.length;
    await pace();
  }
  return { head, items };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
