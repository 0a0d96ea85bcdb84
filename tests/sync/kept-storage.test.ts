/** Random histories copy what devices store after their first sync. That must make no difference. */
import { expect, it } from 'vitest';
import fc from '../support/random.ts';
import { SEED } from '../support/seeds.ts';
import { withCountedIds } from './support/simulation/counted-ids.ts';
import { type KeptStorage, keep } from './support/simulation/kept-storage.ts';
import { memoryServer } from './support/simulation/memory-server.ts';
import { type History, histories } from './support/simulation/step.ts';
import { World } from './support/simulation/world.ts';

it.each(fc.sample(histories, { numRuns: 4, seed: SEED }))(
  'a world of copied devices goes on alike (%#)',
  async (life) => {
    const kept = new Map<string, KeptStorage>();
    const synced = await lifeOf(life, kept);
    const before = kept.size;
    expect(await lifeOf(life, kept)).toEqual(synced);
    expect(kept.size).toBe(before);
  },
);

async function lifeOf({ steps, ...beginning }: History, kept: Map<string, KeptStorage>) {
  const clock = { now: Date.parse('2026-03-10T12:00:00Z') };
  const world = new World(memoryServer(clock), clock, beginning);
  await world.begin(kept);
  const first = await storedBy(world);
  // A device that is a copy draws no id in its first sync, so the counter starts after it.
  await withCountedIds(async () => {
    for (const step of steps) await world.run(step);
    await world.settle();
  });
  return { first, verdicts: world.verdicts, server: (await world.server.state()).tables };
}

/** All that devices have stored. A device that never synced has no random id yet. */
async function storedBy(world: World): Promise<KeptStorage[]> {
  const stored: KeptStorage[] = [];
  for (const { device } of world.seats) {
    await device.db.open();
    device.reload();
    stored.push(await keep(device.storage, device.db.name));
  }
  return stored;
}
