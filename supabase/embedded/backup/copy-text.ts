/**
 * The text of COPY: one line a row, tabs between the fields. Backups of all releases hold rows in it.
 *
 * PostgreSQL does not send it to us any more, and we do not send it back. COPY through postgres.js 3.4.9 may never end
 * (https://github.com/porsager/postgres/issues/499, pull request 1016). When the last rows of a table fill its stream,
 * it pauses the socket. Then the stream ends, nobody resumes the socket, and the next statement waits for ever. COPY
 * into a table waits for ever, too, when the server refuses a row after the last one was sent. Plain statements end.
 */
const special = /[\b\t\n\v\f\r\\]/g;
const names: Record<string, string> = { '\b': 'b', '\t': 't', '\n': 'n', '\v': 'v', '\f': 'f', '\r': 'r' };
const characters = Object.fromEntries(Object.entries(names).map(([character, name]) => [name, character]));

/** The lines of rows whose fields are the server's texts, in UTF-8. Null is NULL. */
export function toCopyText(rows: (Uint8Array | null)[][]): Buffer {
  // In Latin-1 each byte is one character, so no byte changes. Strings are faster than lists of bytes.
  const lines = rows.map((fields) => `${fields.map(toField).join('\t')}\n`);
  return Buffer.from(lines.join(''), 'latin1');
}

function toField(field: Uint8Array | null): string {
  if (field === null) return '\\N';
  const text = Buffer.from(field.buffer, field.byteOffset, field.byteLength).toString('latin1');
  return text.replace(special, (character) => `\\${names[character] ?? character}`);
}

/** The fields of one line, which ends with its line feed. */
export function readCopyLine(line: Buffer): (string | null)[] {
  return line
    .toString('utf8', 0, line.length - 1)
    .split('\t')
    .map((field) => (field === '\\N' ? null : field.replace(/\\(.)/gsu, (_all, name) => characters[name] ?? name)));
}
