/**
 * The layout of a copy: one JSON document whose last list has an item on each line. So its text is made in parts, each
 * of which can be encrypted. A document that somebody laid out anew reads the same.
 */
import * as v from 'valibot';

/** Characters of a part. */
const PART = 128 * 1024;

/** The parts of the text of a document; `head` has no list named `list`. */
export async function* layOut(
  head: object,
  list: string,
  items: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<string> {
  let part = `${JSON.stringify(head).slice(0, -1)},\n"${list}":[`;
  let separator = '\n';
  for await (const item of items) {
    part += separator + JSON.stringify(item);
    separator = ',\n';
    if (part.length >= PART) {
      yield part;
      part = '';
    }
  }
  yield `${part}\n]}\n`;
}

const Document = v.record(v.string(), v.unknown());
export type Document = v.InferOutput<typeof Document>;

/** The document in this text; null when the text is not a JSON object. */
export function parseDocument(text: string): Document | null {
  try {
    const value: unknown = JSON.parse(text);
    return v.is(Document, value) ? value : null;
  } catch {
    return null;
  }
}
