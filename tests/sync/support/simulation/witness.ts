/** Watches the devices of a world and writes the chronicle that the oracle judges. */
import type { Mutation, Operation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import type { Action as Undoable, Undone } from '#store/actions/actions';
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { idIn } from '../oracle/case.ts';
import { Chronicle, type Deed, NOTHING, type Reach, type Screen, type Sent } from '../oracle/chronicle.ts';
import { groupOf } from '../oracle/rows.ts';
import { type TakenBack, WishBook } from '../promise/wish-book.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Glance, glanceAt } from './glance.ts';
import type { WorldClock } from './seat.ts';
import { isTaken } from './taken.ts';

export class Witness {
  readonly chronicle = new Chronicle();
  readonly book = new WishBook();
  readonly #clock: WorldClock;
  readonly #blurMs: number;
  readonly #storages = new Map<object, number>();
  #named = 0;
  /** Devices whose clock was set since they last heard from the server. */
  readonly #doubtful = new Set<string>();

  /** `blurMs`: by how much a device may mistake the time, because messages take their time. */
  constructor(clock: WorldClock, blurMs: number) {
    this.#clock = clock;
    this.#blurMs = blurMs;
  }

  /** Notes what the world begins with. */
  begin(person: string, { id, operations }: Mutation): void {
    const at = Date.parse('2026-01-01');
    const deed = { at, clock: at, blurMs: 0, isTimed: true, isAgain: false, person, device: '', screen: EMPTY };
    this.chronicle.note(
      id,
      operations.map((operation) => ({ ...deed, operation })),
    );
  }

  /** What is on the screen before a deed. The returned function notes the deed under its mutation. */
  async look(device: SimulatedDevice, operations: readonly Operation[]): Promise<(mutation: string) => void> {
    const glance = await this.glance(device);
    const note = this.#looking(device, glance, operations);
    return (mutation) => {
      note(mutation);
      this.book.write(device, glance, mutation, operations);
    };
  }

  /** What is on the screen before a deed whose operations nobody knows yet. */
  glance(device: SimulatedDevice): Promise<Glance> {
    return glanceAt(device);
  }

  /** Notes what somebody did who had that on the screen. */
  note(device: SimulatedDevice, glance: Glance, mutation: string, operations: readonly Operation[]): void {
    this.#looking(device, glance, operations)(mutation);
    this.book.write(device, glance, mutation, operations);
  }

  /** Notes that somebody took back a deed. The rows that stay without a word are returned (wish-book.ts). */
  noteUndo(
    device: SimulatedDevice,
    glance: Glance,
    deed: Pick<Undoable, 'parts'>,
    { made, left }: TakenBack,
  ): string[] {
    for (const [mutation, operations] of made) this.#looking(device, glance, operations)(mutation);
    return this.book.takeBack(device, glance, deed, { made, left });
  }

  /** Notes that somebody did again what they had taken back. The rows that stay without a word are returned. */
  noteRedo(
    device: SimulatedDevice,
    glance: Glance,
    undone: Pick<Undone, 'parts'>,
    { made, left }: TakenBack,
  ): string[] {
    for (const [mutation, operations] of made) this.#looking(device, glance, operations)(mutation);
    return this.book.doAgain(device, glance, undone, { made, left });
  }

  #looking(device: SimulatedDevice, glance: Glance, operations: readonly Operation[]): (mutation: string) => void {
    const deeds = this.#deedsAfter(device, glance, operations);
    return (mutation) => this.chronicle.note(mutation, deeds);
  }

  /**
   * Notes entries of the device that nobody saw being made: the page died before it could tell. What has a verdict and
   * was never sent is no deed, but what was not taken of another entry.
   */
  async find(device: SimulatedDevice): Promise<void> {
    for (const { id, state, verdict, operations } of await device.db.outbox.toArray()) {
      const isNew = state !== 'lost' && !verdict && !this.chronicle.deeds.has(id);
      if (isNew) (await this.look(device, operations))(id);
    }
  }

  /**
   * The user tries again what was not applied. `entry` is as it was before, `act` does it. Of a superseded edit only
   * what was not taken is wanted again; of all others, everything.
   */
  async again(device: SimulatedDevice, entry: OutboxEntry, act: () => Promise<boolean>): Promise<boolean> {
    const old = this.chronicle.deedsOf(entry.id);
    const before = await contents(device.db);
    const glance = await this.glance(device);
    const noteOld = this.#looking(device, glance, wantedAgain(entry, old));
    const noteLost = this.#looking(device, glance, entry.operations);
    if (!(await act())) return false;
    const after = await contents(device.db);
    this.#wishAgain(device, glance, entry, { before, after });
    for (const [id, { text }] of after) {
      if (before.get(id)?.text === text) continue;
      const made = (await device.db.outbox.get({ id }))?.operations ?? [];
      if (entry.state === 'blocked')
        this.chronicle.note(
          id,
          old.map((deed) => ({ ...deed, isTimed: false })),
        );
      else if (entry.state === 'lost') this.#noteAgain(id, noteLost, made, entry);
      else if (entry.notTaken || entry.operations.length > 1 || made.some(isWhole) || isOther(made, entry))
        this.#looking(device, await this.glance(device), made)(id);
      else noteOld(id);
    }
    return true;
  }

  #wishAgain(
    device: SimulatedDevice,
    glance: Glance,
    entry: OutboxEntry,
    { before, after }: Record<'before' | 'after', Contents>,
  ): void {
    const made = [...after].flatMap(([id, { text, rows }]) => (before.get(id)?.text === text ? [] : [{ id, rows }]));
    const mutationOf = (rowId: string) => made.find(({ rows }) => rows.includes(rowId))?.id ?? null;
    this.book.again(device, glance, entry, mutationOf);
  }

  /** The clock of these devices is set. Nobody can tell any more when what they have not sent was done. */
  clockIsSet(devices: readonly SimulatedDevice[]): void {
    const names = new Set(devices.map((device) => this.#nameOf(device)));
    for (const name of names) this.#doubtful.add(name);
    for (const [mutation, deeds] of this.chronicle.deeds) {
      if (this.chronicle.decisionOn(mutation) !== undefined) continue;
      for (const deed of deeds) if (names.has(deed.device)) deed.isTimed = false;
    }
  }

  /** The device has compared its clock with the server's. */
  clockIsMeasured(device: SimulatedDevice): void {
    this.#doubtful.delete(this.#nameOf(device));
  }

  decided(mutations: readonly Sent[], verdicts: readonly Verdict[], epoch: string): void {
    for (const [place, mutation] of mutations.entries()) {
      const verdict = verdicts[place];
      if (verdict) this.chronicle.decided(mutation, verdict, epoch);
    }
  }

  /**
   * Whether this is a copy of a lost row that another device had sent before. The entry is lost again under another id,
   * and its user may have settled that since, so nobody can tell here whether it had to stay.
   */
  isCopyElsewhere(mutation: string): boolean {
    const verdict = this.chronicle.verdictOn(mutation);
    const deeds = this.chronicle.deedsOf(mutation);
    const isCopy = deeds.length > 0 && deeds.every((deed) => deed.isAgain && deed.operation.kind === 'restore');
    return isCopy && verdict?.status === 'rejected' && verdict.reason === 'duplicate';
  }

  /** A lost row goes again as the row itself, or as what it differs in from what a restored server has. */
  #noteAgain(id: string, note: (mutation: string) => void, made: readonly Operation[], entry: OutboxEntry): void {
    note(id);
    const noted = this.chronicle.deedsOf(id);
    this.chronicle.forget(id);
    const [lost] = entry.content ?? [];
    const accountId = lost && 'accountId' in lost.row ? String(lost.row.accountId) : (lost?.row.id ?? '');
    const row = this.chronicle.reachOfLost(accountId, lost?.row.version ?? 0);
    const deeds = noted.map(
      (deed, place): Deed => ({
        ...deed,
        isAgain: true,
        operation: made[place] ?? deed.operation,
        screen: { ...deed.screen, row },
      }),
    );
    this.chronicle.note(id, deeds);
  }

  #deedsAfter(device: SimulatedDevice, glance: Glance, operations: readonly Operation[]): Deed[] {
    return operations.map((operation) => this.#deed(device, operation, this.#screenOf(glance, operation)));
  }

  #deed(device: SimulatedDevice, operation: Operation, screen: Screen): Deed {
    const { userId } = device.person;
    const name = this.#nameOf(device);
    const isTimed = !this.#doubtful.has(name);
    const [at, clock] = [this.#clock.now, device.now()];
    return {
      at,
      clock,
      blurMs: this.#blurMs,
      isTimed,
      isAgain: false,
      person: userId,
      device: name,
      operation,
      screen,
    };
  }

  /** The browser emptied these devices, so they have no past. */
  areOthers(devices: readonly SimulatedDevice[]): void {
    for (const { storage } of devices) this.bringsNothingAgain(storage);
    for (const { storage } of devices) this.#storages.delete(storage);
  }

  /** What a restored server lost of this storage does not come from there again. */
  bringsNothingAgain(storage: object): void {
    const isTakenNow = (mutation: string, rowId: string, field: string | null) =>
      isTaken(this.chronicle, mutation, rowId, field);
    this.book.lose(storage, isTakenNow);
  }

  #nameOf({ storage, person }: SimulatedDevice): string {
    const number = this.#storages.get(storage) ?? this.#named++;
    this.#storages.set(storage, number);
    return `${number} ${person.userEmail}`;
  }

  #screenOf({ epoch, cursors, entries, standing }: Glance, operation: Operation): Screen {
    const names = new Map<string, Reach>();
    for (const { accountId, version } of cursors) {
      names.set(accountId, this.chronicle.reachOfCursor(epoch, accountId, version));
    }
    const id = idIn(operation);
    if (operation.kind === 'call' || id === null) return { ...EMPTY, names };
    const row = standing(operation.table, id);
    const accountId = row && 'accountId' in row ? String(row.accountId) : id;
    const seen = this.chronicle.reachOfRow(epoch, accountId, row?.version ?? 0);
    return { row: seen, hidden: this.#hiddenOf(entries, operation.table, id), names };
  }

  /** What lies under the user's own edits that are not settled. */
  #hiddenOf(entries: readonly OutboxEntry[], table: string, id: string): Map<string, Reach> {
    const hidden = new Map<string, Reach>();
    for (const entry of entries) {
      if (entry.state === 'rejected' || entry.state === 'lost' || entry.absorbed || entry.notTaken) continue;
      for (const deed of this.chronicle.deedsOf(entry.id)) {
        if (idIn(deed.operation) === id) this.#hide(hidden, table, deed, entry);
      }
    }
    return hidden;
  }

  #hide(hidden: Map<string, Reach>, table: string, { operation, screen }: Deed, { id, verdict }: OutboxEntry): void {
    const kept = verdict?.status === 'superseded' ? verdict.kept : {};
    for (const field of fieldsOf(operation)) {
      const group = groupOf(table, field);
      const reach = hidden.get(group) ?? screen.hidden.get(group) ?? screen.row;
      // What stands instead of it is on the screen, too.
      const shown = field in kept ? (this.chronicle.decisionOn(id) ?? -1) : -1;
      hidden.set(group, { sure: reach.sure, maybe: Math.max(reach.maybe, shown) });
    }
  }
}

const EMPTY: Screen = { row: NOTHING, hidden: new Map(), names: new Map() };

function fieldsOf(operation: Operation): string[] {
  if (operation.kind === 'patch') return Object.keys(operation.after);
  return operation.kind === 'insert' || operation.kind === 'restore' ? Object.keys(operation.row) : [];
}

/** What was made anew from the row as it is now: nothing of what was wanted before has to be in it. */
function isWhole(operation: Operation): boolean {
  return operation.kind === 'restore' || (operation.kind === 'patch' && 'lines' in operation.after);
}

/** A row that is back already gets what differs, instead of coming back once more. */
function isOther(made: readonly Operation[], { operations }: OutboxEntry): boolean {
  return made.some(({ kind }, at) => kind !== operations[at]?.kind);
}

function wantedAgain({ verdict }: OutboxEntry, deeds: readonly Deed[]): Operation[] {
  const kept = verdict?.status === 'superseded' && verdict.reason === 'newer' ? verdict.kept : null;
  return deeds.map(({ operation }) => {
    if (operation.kind !== 'patch' || kept === null) return operation;
    const after = Object.fromEntries(Object.entries(operation.after).filter(([field]) => field in kept));
    // Its user has seen by now who wrote what, so it is no mere undo any more.
    const { undo, ...edit } = operation;
    return { ...edit, after };
  });
}

type Contents = Map<string, { text: string; rows: (string | null)[] }>;

async function contents(db: Database): Promise<Contents> {
  const entries = await db.outbox.toArray();
  return new Map(
    entries.map(({ id, operations }) => [id, { text: JSON.stringify(operations), rows: operations.map(idIn) }]),
  );
}
