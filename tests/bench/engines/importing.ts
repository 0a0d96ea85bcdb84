/** The function that B11 calls in its page: bank files are read and matched against the rows of an account. */
import { planRows } from '../../../src/import/matching/plan-rows.ts';
import { readFile } from '../../../src/import/read-file.ts';
import type { Statement } from '../../../src/import/statement/statement.ts';
import { writtenFiles } from '../../support/written-files.ts';
import { sampleRows, signed } from '../sample-rows.ts';

const RUNS = 5;

/** Times of each format in milliseconds: reading alone, and until the plan stands. Each run reads `count` rows. */
interface Imported {
  read: Record<string, number[]>;
  planned: Record<string, number[]>;
}

function measureImporting(size: number, count: number): Imported {
  const present = sampleRows(size);
  const known = sampleRows(count).map((row) => ({ date: row.date, cents: signed(row), text: row.description }));
  const times: Imported = { read: {}, planned: {} };
  for (const [format, write] of Object.entries(writtenFiles)) {
    const [reading, planning]: [number[], number[]] = [[], []];
    const bytes = new TextEncoder().encode(write(known));
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now();
      const statement = readOnly(bytes);
      const read = performance.now();
      const plan = planRows(statement.rows, { fates: new Map(), present });
      const planned = performance.now();
      if (plan.length !== count) throw new Error(`${plan.length} rows of ${format} were read`);
      reading.push(read - start);
      planning.push(planned - start);
    }
    times.read[format] = reading;
    times.planned[format] = planning;
  }
  return times;
}

function readOnly(bytes: Uint8Array): Statement {
  const [file] = readFile({ name: 'bank file', bytes });
  const statement = file?.kind === 'refused' ? undefined : file?.statements[0];
  if (!statement) throw new Error('the file was refused');
  return statement;
}

Object.assign(globalThis, { measureImporting });
