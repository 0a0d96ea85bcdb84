/** B11: bank files of 10,000 rows are read, and matched against the rows that the account has. */
import { join } from 'node:path';
import * as v from 'valibot';
import { type Figures, OURS } from '../figures.ts';
import type { Pages } from '../pages.ts';
import { callPage } from './page-call.ts';

const ROWS = 10_000;

const Times = v.record(v.string(), v.array(v.number()));
const Imported = v.object({ read: Times, planned: Times });

export const READ_AND_MATCHED = 'read and matched';

export async function measureImporting(size: number, pages: Pages, folder: string, figures: Figures): Promise<void> {
  const call = { name: 'measureImporting', args: [size, ROWS] };
  const address = `${pages.url}/engines/importing.html`;
  const { read, planned } = await callPage(address, join(folder, `importing-${size}`), call, Imported);
  const add = (what: string, measured: readonly number[]) =>
    figures.add({ workload: 'B11', size, what, who: OURS, measured });
  for (const [format, measured] of Object.entries(read)) add(`${format}, read`, measured);
  for (const [format, measured] of Object.entries(planned)) add(`${format}, ${READ_AND_MATCHED}`, measured);
}
