/** A world in which time passes and the engines of all devices run by themselves. */
import { readSyncState } from '#store/database/sync-state';
import { countWaiting } from '#store/outbox/outbox';
import { Curse } from '../faults/curse.ts';
import { strike } from '../faults/strikes.ts';
import { BEN, HOME } from '../people.ts';
import { expectWishes } from '../simulation/first-rule.ts';
import { expectGuarantees } from '../simulation/guarantees.ts';
import { memoryServer } from '../simulation/memory-server.ts';
import { evict } from '../simulation/mishaps.ts';
import { expectAsTheOracleSays } from '../simulation/oracle-check.ts';
import { World } from '../simulation/world.ts';
import { FAST, goDown } from './line.ts';
import { RunningSeat } from './running-seat.ts';
import type { RunningHistory, RunningStep } from './running-step.ts';
import { VirtualTime } from './virtual-time.ts';

// What the engine loads only when it needs it is loaded before time passes, because loading takes real time.
import '#store/ledger/recount';
import '#store/optimistic/stamps';
import '#store/resolve/lost';
import '../../../../sync/apply-isolated.ts';
import '../../../../sync/compare-sums.ts';
import '../../../../sync/unreadable.ts';

const START = Date.parse('2026-03-10T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60_000;
/** Longer than any wait of the loop, and than an entry is held back when the server failed on it. */
const A_WHILE = 8 * MINUTE;
/** Milliseconds by which a device may mistake the time: so long a response may take on the slowest line. */
const BLUR_MS = 60 * SECOND;
/** More than the tabs of an idle device ask in a while: for the heads every five minutes, and for sums once a day. */
const FEW_REQUESTS = 12;

type OnSeat = Extract<RunningStep, { on: number }>;
/** What happens to the line or the tabs of a device. */
type Change = Exclude<OnSeat, { do: 'deed' | 'clock' | 'curse' | 'evict' }>;

class RunningWorld {
  readonly time = new VirtualTime(START);
  readonly world: World;
  readonly seats: RunningSeat[] = [];
  readonly #curse = new Curse();

  constructor({ seats }: RunningHistory) {
    const still = seats.map((seat) => ({ ...seat, isNew: true }));
    this.world = new World(memoryServer(this.time), this.time, { seats: still }, BLUR_MS);
  }

  async begin(): Promise<void> {
    await this.world.begin();
    await this.world.server.give({ accountId: HOME, budgetId: null, person: BEN, role: 'admin' });
    for (const { device } of this.world.seats) {
      const heard = () => this.world.witness.clockIsMeasured(device);
      const remote = this.#curse.over(this.world.remoteOf(device));
      this.seats.push(new RunningSeat(this.time, device, remote, heard));
    }
    await this.time.pass(10 * SECOND);
    for (const b of [1, 2]) await this.run({ do: 'deed', on: 0, deed: 'enter', a: 0, b });
    await this.time.pass(10 * SECOND);
  }

  async run(step: RunningStep): Promise<void> {
    if (step.do === 'pass') return this.time.pass(step.ms);
    if (!('on' in step)) return this.time.until(this.world.run(step));
    const place = step.on % this.seats.length;
    const seat = this.seats[place];
    if (step.do === 'curse') return this.#curseNext(place);
    if (step.do === 'evict') {
      strike('a database that was removed under a running engine');
      const devices = this.world.seats[place]?.devices ?? [];
      return this.time.until(evict(this.world, devices, seat?.pages));
    }
    if (step.do === 'deed' || step.do === 'clock') return this.time.until(this.world.run({ ...step, on: place }));
    if (seat) change(seat, step, this.time.now);
    return this.time.pass(0);
  }

  async #curseNext(place: number): Promise<void> {
    const { device } = this.world.seats[place] ?? {};
    const entering = () => this.world.run({ do: 'deed', on: place, deed: 'write down', a: 0, b: 1 });
    if (device) await this.time.until(this.#curse.fallsOn(device, entering));
  }

  /** All lines are good from now on. A while after the last device has woken, nothing must be left to do. */
  async comeToRest(): Promise<void> {
    for (const { line } of this.seats) Object.assign(line, { ...FAST, isDown: false, faults: [] });
    const awake = Math.max(...this.seats.map(({ line }) => line.sleepsUntil));
    if (awake > this.time.now) await this.time.pass(awake - this.time.now);
    for (const seat of this.seats) seat.reach();
    await this.time.pass(A_WHILE);
    await this.#expectShown();
    for (const device of this.world.devices) await this.time.until(this.world.tryBlockedAgain(device));
    await this.time.pass(A_WHILE);
    await this.#expectLife();
  }

  /** Nothing is tried again for ever without being shown. */
  async #expectShown(): Promise<void> {
    for (const device of this.world.devices) {
      const unseen = await this.#curse.unseen(device);
      if (unseen.length > 0) throw new Error(`tried again for ever: ${unseen.join(', ')}`);
    }
  }

  async stop(): Promise<void> {
    for (const seat of this.seats) seat.stop();
    await this.time.pass(0);
  }

  /** Nothing waits, nothing is repeated for ever, and nothing failed that is not the server's. */
  async #expectLife(): Promise<void> {
    const before = this.seats.map(({ line }) => line.asked);
    await this.time.pass(A_WHILE);
    for (const [place, seat] of this.seats.entries()) {
      const { db } = this.world.seats[place]?.device ?? {};
      if (!db) continue;
      const { phase } = await readSyncState(db);
      const waiting = await countWaiting(db);
      const asked = seat.line.asked - (before[place] ?? 0);
      const wrong = [
        phase === 'idle' ? '' : `it is ${phase}`,
        waiting === 0 ? '' : `${waiting} entries wait`,
        asked <= FEW_REQUESTS ? '' : `it asks ${asked} times in eight minutes`,
        ...seat.failures.map((failure) => `it failed: ${failure}`),
      ].filter((text) => text !== '');
      if (wrong.length > 0) throw new Error(`device ${place}: ${wrong.join(', ')}`);
    }
  }
}

function change(seat: RunningSeat, step: Change, now: number): void {
  const { line } = seat;
  if (step.do === 'line') Object.assign(line, { bytesPerSecond: step.bytesPerSecond, latencyMs: step.latencyMs });
  if (step.do === 'down') goDown(line);
  if (step.do === 'up') {
    line.isDown = false;
    seat.reach();
  }
  if (step.do === 'faults') line.faults = [...step.faults];
  if (step.do === 'sleep') line.sleepsUntil = Math.max(line.sleepsUntil, now + step.ms);
  if (step.do === 'tab') seat.open();
  if (step.do === 'restart') seat.restart();
}

/** Lives a history of running engines and judges its end. */
export async function liveRunning(history: RunningHistory): Promise<void> {
  const running = new RunningWorld(history);
  try {
    await running.begin();
    for (const step of history.steps) await running.run(step);
    await running.comeToRest();
  } finally {
    await running.stop();
  }
  await expectWishes(running.world);
  await expectGuarantees(running.world);
  await expectAsTheOracleSays(running.world);
  running.world.close();
}
