import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import { Secrets } from '../secrets.ts';

/**
 * A backup is one gzipped text. It begins with a line of JSON that says what it is. Each table is a line of JSON, its
 * rows as COPY writes them, and a line of `\.` (which no row can be). The last line says that nothing is missing.
 */
export const BackupHeader = v.object({
  format: v.literal('carryover-backup-1'),
  /** The moment that the backup's data shows. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** The migrations that had run. They say what shape the data has. */
  migrations: v.array(v.object({ version: v.string(), name: v.string(), checksum: v.string() })),
  /** The secrets of the install, so that everybody stays signed in. */
  secrets: Secrets,
});
export type BackupHeader = v.InferOutput<typeof BackupHeader>;

export const BackupTable = v.object({ schema: v.string(), table: v.string(), columns: v.array(v.string()) });
export type BackupTable = v.InferOutput<typeof BackupTable>;

/** Bytes. A push has 8 MB, and no row that the server keeps of it is eight times as long. */
export const LONGEST_LINE = 64 * 1024 * 1024;

export const endOfRows = Buffer.from('\\.\n');
const End = v.object({ end: v.literal(true) });
export const endOfBackup: v.InferOutput<typeof End> = { end: true };

/** The file is no backup, or not a whole one. Nothing was changed. */
export class UnreadableBackup extends Error {
  constructor(file: string, cause?: unknown) {
    super(`${file} is not a complete backup of Carryover.`, { cause });
    this.name = 'UnreadableBackup';
  }
}

export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: BackupTable }
  /** A row of the last-named table, with its line end. */
  | { kind: 'row'; bytes: Buffer }
  | { kind: 'end of rows' };

/** Reads a backup part by part. Throws UnreadableBackup, also at the end of the file when the last line is missing. */
export async function* readBackup(file: string): AsyncGenerator<BackupPart, void> {
  try {
    // An error of either stream ends the last stream, and so the reading.
    yield* parse(pipeline(createReadStream(file), createGunzip(), () => {}));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') throw cause;
    throw new UnreadableBackup(file, cause);
  }
}

async function* parse(text: AsyncIterable<Buffer>): AsyncGenerator<BackupPart, void> {
  const lines = splitLines(text);
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('It ends before its end.');
    return value;
  };
  const nextSaid = async (): Promise<unknown> => JSON.parse((await next()).toString());
  yield { kind: 'header', header: v.parse(BackupHeader, await nextSaid()) };
  for (let said = await nextSaid(); !v.is(End, said); said = await nextSaid()) {
    yield { kind: 'table', table: v.parse(BackupTable, said) };
    for (let row = await next(); !row.equals(endOfRows); row = await next()) yield { kind: 'row', bytes: row };
    yield { kind: 'end of rows' };
  }
}

/** The lines keep their line ends, which are line feeds and nothing else. */
async function* splitLines(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of text) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const last = chunk.subarray(start, end + 1);
      yield begun.length === 0 ? last : Buffer.concat([...begun, last]);
      begun = [];
      length = 0;
      start = end + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > LONGEST_LINE) throw new Error('A line is longer than any row of ours.');
  }
}

/** Reads the whole file and returns its header. */
export async function checkBackup(file: string): Promise<BackupHeader> {
  let header: BackupHeader | null = null;
  for await (const part of readBackup(file)) if (part.kind === 'header') header = part.header;
  if (header === null) throw new UnreadableBackup(file);
  return header;
}
