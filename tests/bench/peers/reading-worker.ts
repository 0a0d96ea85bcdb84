/**
 * The worker of `workloads/reading.ts`: reads a file again and again, as the import's worker or as a peer
 * does. Times are the thread's own, so other programs on the machine do not count.
 */
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { readFile } from '../../../src/import/read-file.ts';
import { PARSERS } from './parsers.ts';

const Asked = v.object({ bytes: v.instance(Uint8Array), runs: v.number() });
const { format, isOurs } = v.parse(v.object({ format: v.string(), isOurs: v.boolean() }), workerData);

async function read(bytes: Uint8Array): Promise<unknown> {
  if (!isOurs) return PARSERS[format]?.(new TextDecoder().decode(bytes));
  const [file] = readFile({ name: 'bank file', bytes });
  if (!file || file.kind === 'refused') throw new Error('the file was refused');
  return file.statements[0]?.rows.length;
}

parentPort?.on('message', async (message) => {
  const { bytes, runs } = v.parse(Asked, message);
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = process.threadCpuUsage();
    const found = await read(bytes);
    const { user, system } = process.threadCpuUsage(start);
    times.push((user + system) / 1000);
    if (found === undefined) throw new Error(`nothing was read of ${format}`);
  }
  parentPort?.postMessage(times);
});
