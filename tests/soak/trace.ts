/**
 * `node tests/soak/trace.ts FILE [ID]` lives a kept history and prints, after each step, what the server and each
 * device have of the rows whose ids end with ID, what waits in the outboxes, and the notices. Without ID: of all rows.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { PEOPLE } from '../sync/support/people.ts';
import { withCountedIds } from '../sync/support/simulation/counted-ids.ts';
import { withFewRows } from '../sync/support/simulation/few-rows.ts';
import { expectWishes } from '../sync/support/simulation/first-rule.ts';
import { expectGuarantees } from '../sync/support/simulation/guarantees.ts';
import { memoryServer } from '../sync/support/simulation/memory-server.ts';
import { expectAsTheOracleSays } from '../sync/support/simulation/oracle-check.ts';
import { transactionsOn } from '../sync/support/simulation/rows-on-device.ts';
import { History } from '../sync/support/simulation/step.ts';
import { World } from '../sync/support/simulation/world.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [file = '', wanted = ''] = positionals;
const Kept = v.pipe(v.string(), v.parseJson(), History);
const history = v.parse(Kept, readFileSync(file, 'utf8'));
const clock = { now: Date.parse('2026-03-10T12:00:00Z') };
const world = new World(memoryServer(clock), clock, history);
const printed = new Map<string, string>();

/** Prints it where it is not what was printed last. */
function printChanged(what: string, value: unknown): void {
  const text = JSON.stringify(value) ?? '';
  if ((printed.get(what) ?? '[]') === text) return;
  printed.set(what, text);
  console.log(`    ${what}: ${text}`);
}

async function printState(): Promise<void> {
  const { tables, clocks, notices } = await world.server.state();
  const rows = [...tables.transactions.values()].filter(({ id }) => id.endsWith(wanted));
  for (const { id } of rows) printChanged(`clocks ${id.slice(-4)}`, clocks.get(id));
  printChanged('server', rows);
  printChanged('notices', [...notices.values()]);
  for (const [place, { device }] of world.seats.entries()) {
    const { db, person } = device;
    const name = `device ${place} of ${PEOPLE.indexOf(person)}`;
    const shown = await transactionsOn(device);
    printChanged(
      name,
      shown.filter(({ id }) => id.endsWith(wanted)),
    );
    const outbox = await db.outbox.toArray();
    printChanged(
      `${name} outbox`,
      outbox.map(({ id, state, operations, verdict }) => [id.slice(-4), state, operations, verdict]),
    );
  }
}

await world.begin();
await withCountedIds(() =>
  withFewRows(history.few, async () => {
    await printState();
    for (const step of history.steps) {
      console.log(JSON.stringify(step));
      await world.run(step);
      await printState();
    }
    console.log('settle');
    await world.settle();
    await printState();
  }),
);
for (const check of [expectWishes, expectGuarantees, expectAsTheOracleSays]) {
  try {
    await check(world);
  } catch (failure) {
    console.log(failure instanceof Error ? failure.message : failure);
  }
}
world.close();
