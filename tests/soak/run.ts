/**
 * `npm run test:soak [minutes]` (30 by default) runs random histories, new ones each round, against the server in
 * memory and the real one. It ends when the time is over or a history fails. It saves that history in
 * tests/sync/regressions; rename it after what it shows. One of running engines is only printed.
 */
import { spawn } from 'node:child_process';

const minutes = Number(process.argv[2] ?? 30);
const until = Date.now() + minutes * 60_000;
const names = ['histories-1', 'histories-2', 'histories-imports', 'histories-running', 'both-servers'];
const files = names.map((name) => `tests/sync/${name}.test.ts`);

function round(seed: number): Promise<boolean> {
  const env = { ...process.env, SEED: String(seed), HISTORIES: '2000', KEEP: '1' };
  return new Promise((resolve) => {
    const child = spawn('vitest', ['run', '--project', 'sync', ...files], { env, stdio: 'inherit' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

let rounds = 0;
let good = true;
while (good && (rounds === 0 || Date.now() < until)) {
  const seed = Date.now() % 1_000_000_000;
  console.log(`\n── round ${++rounds}, seed ${seed}`);
  good = await round(seed);
}
console.log(good ? `${rounds} rounds ended well` : 'a history went wrong; it is in tests/sync/regressions');
process.exitCode = good ? 0 : 1;
