/** Lines that are too long to be rows of a table. One of them can hold as many cells as all others together. */
import { type UnreadableLine, unreadableLine } from '../statement/statement.ts';

/** A row of a bank has some hundred letters. */
const LONGEST_LINE = 100_000;

/** The text with an empty line in the place of each that is too long, and these lines. */
export function withoutLongLines(text: string): { text: string; long: UnreadableLine[] } {
  if (!mayHaveLong(text)) return { text, long: [] };
  // The ends stand between the lines.
  const pieces = text.split(/(\r\n?|\n)/);
  const long = pieces.flatMap((piece, at) =>
    piece.length > LONGEST_LINE ? unreadableLine(at / 2 + 1, 'too_long', piece) : [],
  );
  if (long.length === 0) return { text, long };
  return { text: pieces.map((piece) => (piece.length > LONGEST_LINE ? '' : piece)).join(''), long };
}

/** A text without line feeds may be of an old Mac. */
function mayHaveLong(text: string): boolean {
  let from = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
    if (at - from > LONGEST_LINE) return true;
    from = at + 1;
  }
  return text.length - from > LONGEST_LINE;
}
