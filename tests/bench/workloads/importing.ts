/** B11: bank files of 10,000 rows are read, and matched against the rows that the account has. */
import { join } from 'node:path';
import * as v from 'valibot';
import { count, type Figures, OURS } from '../figures.ts';
import type { Pages } from '../pages.ts';
import { callPage } from './page-call.ts';

const ROWS = 10_000;

const Times = v.record(v.string(), v.array(v.number()));
const Imported = v.object({ read: Times, planned: Times });

export const READ_AND_MATCHED = 'read and matched';

/** Rows that are imported into an account of as many. With ten times as many, Actual takes most of a minute. */
const FEW_ROWS = 1_000;
const BESIDE = [
  { who: OURS, page: 'engines/import-offline' },
  { who: 'Actual', page: 'peers/actual-importing' },
];

/** Matching and writing beside Actual, which reads no file here. */
export async function measureImportingBeside(pages: Pages, folder: string, figures: Figures): Promise<void> {
  for (const { who, page } of BESIDE) {
    const call = { name: 'importRows', args: [FEW_ROWS] };
    const measured = await callPage(`${pages.url}/${page}.html`, join(folder, `import-${who}`), call, v.number());
    const what = `${count(FEW_ROWS)} rows matched and written, offline`;
    figures.add({ workload: 'B11', size: FEW_ROWS, what, who, measured: [measured] });
  }
}

export async function measureImporting(size: number, pages: Pages, folder: string, figures: Figures): Promise<void> {
  const call = { name: 'measureImporting', args: [size, ROWS] };
  const address = `${pages.url}/engines/importing.html`;
  const { read, planned } = await callPage(address, join(folder, `importing-${size}`), call, Imported);
  const add = (what: string, measured: readonly number[]) =>
    figures.add({ workload: 'B11', size, what, who: OURS, measured });
  for (const [format, measured] of Object.entries(read)) add(`${format}, read`, measured);
  for (const [format, measured] of Object.entries(planned)) add(`${format}, ${READ_AND_MATCHED}`, measured);
}
