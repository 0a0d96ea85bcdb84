import type { Verdict } from '#domain/mutations/verdicts';
import { discardEntry } from '#store/commands/entries/entry-discard';
import { retryEntry } from '#store/commands/entries/entry-retry';
import { countWaiting } from '#store/outbox/outbox';
import type { Remote } from '../../../../sync/remote.ts';
import { expectShownOrRead, readByOlder, updateReader } from '../faults/older-reader.ts';
import { strike } from '../faults/strikes.ts';
import { arrive, type Fault, type FaultyNetwork, throughFaults } from '../faulty-remote.ts';
import { ANNA, BEN, CARA, HOME, idOf, PEOPLE, SHOP } from '../people.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { bookRows, FOOD_BUDGET, firstMutation } from './beginning.ts';
import { BOOK_DEEDS, DEEDS } from './choice.ts';
import { doCommand } from './commands.ts';
import { doDeed } from './deeds.ts';
import { hearAll } from './first-rule.ts';
import { handOver } from './handing-over.ts';
import { fill, type KeptStorage, keep } from './kept-storage.ts';
import { die, evict, halt, ignoringFailures, runOutOfRoom } from './mishaps.ts';
import { noting } from './noting.ts';
import { ReleasedApps } from './released-apps.ts';
import { Seat, type WorldClock } from './seat.ts';
import { expectSeen } from './seen.ts';
import type { HistoryServer } from './server.ts';
import type { Command, Plan, Stage } from './stage.ts';
import type { History, Step } from './step.ts';
import { Witness } from './witness.ts';

const DAY = 86_400_000;
/** Milliseconds longer than any hold on a device. */
const AN_HOUR = 3_600_000;

export class World implements Stage {
  readonly clock: WorldClock;
  readonly server: HistoryServer;
  readonly seats: Seat[];
  readonly witness: Witness;
  readonly intents = new Map<string, SimulatedDevice>();
  /** The server's responses, in order. The same history has the same ones on any server. */
  readonly verdicts: unknown[] = [];
  readonly sent = new Map<string, Verdict>();
  readonly last = new Map<SimulatedDevice, string>();
  readonly erased: Stage['erased'] = [];
  readonly accounts = [HOME, SHOP];
  readonly fileKeys = new Map<string, string>();
  readonly forms: Stage['forms'] = new Map();
  readonly copies: Stage['copies'] = [];
  evictions = 0;
  readonly #stragglers: FaultyNetwork['stragglers'] = [];
  readonly #backups: (() => void)[] = [];
  readonly #met: boolean;
  readonly #books: boolean;
  readonly #releasedApps: ReleasedApps;
  #made = 0;
  #turn = 0;
  #syncs = 0;

  constructor(server: HistoryServer, clock: WorldClock, { seats, met, books }: Omit<History, 'steps'>, blurMs = 0) {
    this.server = server;
    this.clock = clock;
    this.#met = met === true;
    this.#books = books === true;
    this.witness = new Witness(clock, blurMs);
    this.#releasedApps = new ReleasedApps(this);
    this.seats = seats.map(({ person, ...seat }) => new Seat(clock, PEOPLE[person] ?? ANNA, seat));
  }

  /** One for each person who ever signed in somewhere. */
  get devices(): SimulatedDevice[] {
    return this.seats.flatMap((seat) => seat.devices);
  }

  get isSyncing(): boolean {
    return this.#syncs > 0;
  }

  /** The same ones for the same history. */
  newNumber(): number {
    return ++this.#made;
  }

  newId(): string {
    return idOf(this.newNumber());
  }

  /**
   * Two accounts of Anna's; Ben is a member of the first, Cara has a budget in it. `kept` has what devices store after
   * their first sync. Worlds on a server in memory may share it if they begin at the same moment.
   */
  async begin(kept = new Map<string, KeptStorage>()): Promise<void> {
    for (const person of PEOPLE) await this.server.addUser(person);
    const numbers = this.#met ? [this.newNumber(), this.newNumber()] : [];
    const first = firstMutation(numbers, this.#books ? bookRows(() => this.newNumber()) : []);
    const answer = await this.server.as(ANNA.userId).push(ANNA.userId, [first]);
    this.witness.begin(ANNA.userId, first);
    this.witness.decided([first], answer.verdicts, answer.epoch);
    await this.server.give({ accountId: HOME, budgetId: null, person: BEN, role: this.#met ? 'admin' : 'member' });
    if (this.#books) await this.server.give({ accountId: SHOP, budgetId: null, person: BEN, role: 'admin' });
    await this.server.give({ accountId: HOME, budgetId: FOOD_BUDGET, person: CARA, role: 'member' });
    for (const [place, { device, isNew, hours }] of this.seats.entries()) {
      if (!isNew)
        await this.#syncFirst(device, kept, `${place} ${device.person.userId} ${hours} ${this.#met} ${this.#books}`);
    }
  }

  /** A device has a random id from its first sync on, so `what` names its place in the world, too. */
  async #syncFirst(device: SimulatedDevice, kept: Map<string, KeptStorage>, what: string): Promise<void> {
    const known = kept.get(what);
    if (known) {
      await fill(device.storage, known);
      this.witness.clockIsMeasured(device);
    } else {
      await this.#sync(device, [], false);
      device.reload();
      kept.set(what, await keep(device.storage, device.db.name));
    }
  }

  async run(step: Step): Promise<void> {
    this.clock.now += 1000;
    if ('on' in step) {
      const seat = this.seats[step.on % this.seats.length];
      if (!seat) return;
      await this.#at(seat, step);
      if (seat.unread !== null) await expectShownOrRead(seat.device, await this.server.state());
      return expectSeen(this, seat.device);
    }
    switch (step.do) {
      case 'role':
        if (step.role === null) this.witness.book.shutOut(BEN.userId);
        return this.server.give({ accountId: HOME, budgetId: null, person: BEN, role: step.role });
      case 'budget':
        return this.server.give({ accountId: HOME, budgetId: FOOD_BUDGET, person: CARA, role: step.role });
      case 'hand over':
        return handOver(this, step);
      case 'collect':
        await hearAll(this);
        this.witness.chronicle.forgot();
        return this.server.collectGarbage();
      case 'wait':
        this.clock.now += step.days * DAY;
        return;
      case 'back up':
        this.#backups.push(this.server.backUp());
        this.witness.chronicle.backedUp();
        return;
      case 'restore':
        return this.#restore();
    }
  }

  /**
   * Lets devices sync without faults until nothing is left to sync. A device is quiet when it has nothing to send and
   * nothing was decided since it last synced. Another pull would bring nothing, and the guarantees must hold
   * without it.
   */
  async settle(): Promise<void> {
    await arrive(this.#stragglers);
    // What arrives now arrives later than anything was done.
    this.clock.now += 1000;
    await this.#releasedApps.settle((person) => {
      const { device } = this.seats.find((seat) => seat.device.person === person) ?? {};
      return device ? noting(this, person.userId, device) : null;
    });
    for (const seat of this.seats) await this.#update(seat);
    const heard = new Map<SimulatedDevice, number>();
    const isQuiet = async (device: SimulatedDevice) =>
      heard.get(device) === this.verdicts.length && (await countWaiting(device.db)) === 0;
    for (let round = 0, hasNews = true; hasNews; round++) {
      if (round === 10) throw new Error('the world does not come to rest');
      this.clock.now += AN_HOUR;
      hasNews = false;
      for (const device of this.devices) {
        if (await isQuiet(device)) continue;
        hasNews = true;
        await this.#sync(device, [], false);
        heard.set(device, this.verdicts.length);
        await this.tryBlockedAgain(device);
      }
    }
  }

  /** Closes what devices keep in memory. */
  close(): void {
    for (const { db } of this.devices) db.close();
  }

  async commit(device: SimulatedDevice, plan: () => Promise<Plan>, holdUntil?: Date): Promise<void> {
    const { evictions } = this;
    const { db } = device;
    // In one transaction, as commands do it: a pull of another tab could come between a look and its deed.
    const made = await db.transaction('rw', db.tables, async () => {
      const { operations, seen } = await plan();
      if (operations.length === 0) return null;
      const note = await this.witness.look(device, operations);
      return { id: await device.commit(operations, seen && [seen], holdUntil), note };
    });
    if (!made) return;
    const { id, note } = made;
    note(id);
    if (evictions === this.evictions) this.intents.set(id, device);
    // The browser removed the database at that moment, and may have removed the deed with it.
    else this.witness.book.withdraw(id);
    this.last.set(device, id);
  }

  command<T extends { ok: boolean }>(device: SimulatedDevice, command: Command<T>): Promise<T> {
    return doCommand(this, device, command);
  }

  async decide(device: SimulatedDevice, id: string, retry: boolean): Promise<void> {
    const before = new Set((await device.db.outbox.toArray()).map((entry) => entry.id));
    const entry = await device.db.outbox.get({ id });
    const again = async () => (await retryEntry(device.db, id, new Date(device.now()))).ok;
    if (retry && !entry) return;
    if (entry) this.witness.book.hear(device.person.userId, [entry], []);
    const isDecided =
      retry && entry ? await this.witness.again(device, entry, again) : await discardEntry(device.db, id);
    if (!isDecided) return;
    this.intents.delete(id);
    for (const entry of await device.db.outbox.toArray()) {
      if (!before.has(entry.id)) this.intents.set(entry.id, device);
    }
  }

  async #at(seat: Seat, step: Extract<Step, { on: number }>): Promise<void> {
    const { device } = seat;
    switch (step.do) {
      case 'deed':
        return ignoringFailures(doDeed(this, device, step));
      case 'sync':
        return this.#sync(device, [...step.faults], step.tabs);
      case 'crash':
        return die(this, device, step);
      case 'reload':
        return device.reload();
      case 'switch':
        return seat.switchUser(PEOPLE);
      case 'clock':
        seat.hours = step.hours;
        return this.witness.clockIsSet(seat.devices);
      case 'halt':
        return halt(this, device, step);
      case 'no room':
        return runOutOfRoom(this, device, step);
      case 'evict':
        return evict(this, seat.devices);
      case 'older':
        seat.unread = step.unread;
        return;
      case 'update':
        return this.#update(seat);
      case 'released app':
        return this.#releasedApps.act(device.person, noting(this, device.person.userId, device), step);
    }
  }

  async #update(seat: Seat): Promise<void> {
    seat.unread = null;
    for (const device of seat.devices) await updateReader(device);
  }

  async #sync(device: SimulatedDevice, faults: Fault[], tabs: boolean): Promise<void> {
    const remote = this.remoteOf(device);
    const open: SimulatedDevice[] = [];
    const seat = this.#seatOf(device);
    const inOtherTab = (through: Remote) => {
      const other = device.tab();
      open.push(other);
      return ignoringFailures(other.sync(through));
    };
    const faulty = throughFaults(remote, {
      faults,
      stragglers: this.#stragglers,
      otherSession: this.remoteOf(device, PEOPLE.find((person) => person !== device.person)?.userId),
      overtake: () => inOtherTab(remote),
      edit: () => ignoringFailures(this.#goOn(device)),
      evict: async () => {
        strike('a database that was removed in a session');
        await evict(this, seat?.devices ?? [], open);
      },
    });
    this.#syncs++;
    const measured = device.sync(faulty).then(() => this.witness.clockIsMeasured(device));
    await Promise.all([ignoringFailures(measured), ...(tabs ? [inOtherTab(faulty)] : [])]);
    this.#syncs--;
    for (const tab of open) tab.db.close();
  }

  /** Returns the server for this device, as its version of the app reads it. */
  remoteOf(device: SimulatedDevice, sessionUser: string = device.person.userId): Remote {
    const remote = noting(this, sessionUser, device);
    const unread = this.#seatOf(device)?.unread ?? null;
    return unread === null ? remote : readByOlder(remote, unread);
  }

  #seatOf(device: SimulatedDevice): Seat | undefined {
    return this.seats.find(({ devices }) => devices.includes(device));
  }

  /** Restores a backup. Mutations that devices saw settled, and that the backup does not have, are lost. */
  async #restore(): Promise<void> {
    const restore = this.#backups.at(-1);
    if (!restore) return;
    restore();
    this.witness.chronicle.restored();
    for (const [id, device] of this.intents) {
      if (!(await device.db.outbox.get({ id }))) this.intents.delete(id);
    }
  }

  /** Does something else each time, as a person who does not wait for the network. */
  #goOn(device: SimulatedDevice): Promise<void> {
    const turn = this.#turn++;
    const inBooks = this.#books && turn % 2 === 0 ? BOOK_DEEDS[(turn / 2) % BOOK_DEEDS.length] : undefined;
    if (inBooks) return doDeed(this, device, { deed: inBooks, a: turn % 11, b: turn % 7 });
    const deed = turn % 3 === 2 ? (DEEDS[turn % DEEDS.length] ?? 'enter') : turn % 3 === 1 ? 'enter' : 'edit';
    return doDeed(this, device, { deed, a: turn % 11, b: turn % 7 });
  }

  async tryBlockedAgain(device: SimulatedDevice): Promise<void> {
    const blocked = await device.db.outbox.where('state').equals('blocked').sortBy('seq');
    for (const entry of blocked) {
      if (entry.blocked?.by === null) await this.decide(device, entry.id, true);
    }
  }
}
