import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectGuarantees } from './guarantees.ts';
import { type Step, steps, World } from './simulation.ts';

/** How many histories fit into half a minute. `HISTORIES=20000` for a long run; `SEED=` repeats one. */
const NUMBER = Number(process.env.HISTORIES ?? 1000);

async function happens(history: Step[], devices: number): Promise<void> {
  const world = new World(devices);
  await world.begin();
  for (const step of history) await world.run(step);
  await world.settle();
  await expectGuarantees(world);
}

/** Histories that once went wrong, or that fail first when a rule is taken away; they run before all others. */
const KEPT: Record<string, [Step[], number]> = {
  'two tabs send the same edits at once (without the ledger the second one counts again)': [
    [
      { do: 'enter', on: 0, account: 0, month: 0, amount: 1, category: 0, income: false },
      { do: 'edit', on: 0, row: 0, what: 'category', value: 1 },
      { do: 'edit', on: 0, row: 0, what: 'amount', value: 0 },
      { do: 'sync', on: 0, faults: [], tabs: true },
    ],
    2,
  ],
  'a category is renamed on a device that has not yet seen its accounts': [
    [
      { do: 'enter', on: 0, account: 0, month: 0, amount: 1, category: 0, income: false },
      { do: 'rename', on: 0, from: 0, to: 1 },
      { do: 'sync', on: 0, faults: [], tabs: false },
      { do: 'sync', on: 0, faults: [], tabs: false },
      { do: 'edit', on: 0, row: 0, what: 'amount', value: 0 },
    ],
    2,
  ],
};

describe('a history that is kept', () => {
  it.each(Object.entries(KEPT))('%s', async (_, [history, devices]) => {
    expect(history.length).toBeGreaterThan(0);
    await happens(history, devices);
  });
});

describe('any history of edits and faults', () => {
  it('ends with every device equal to the server, every intent decided, all sums right (G1–G4, G6, G7)', async () => {
    const seed = process.env.SEED ? Number(process.env.SEED) : undefined;
    await fc.assert(fc.asyncProperty(steps, fc.integer({ min: 2, max: 4 }), happens), {
      numRuns: NUMBER,
      ...(seed === undefined ? {} : { seed }),
    });
  }, 600_000);
});
