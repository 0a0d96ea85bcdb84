/** A device with its owner's commands and its own clock. */
import type { TransactionRow } from '#domain/rows';
import type { TransactionInput } from '#domain/transactions/transactions';
import { type Actor, UNDO_MILLISECONDS } from '#store/commands/commit/commit';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import type { Database } from '#store/database/database';
import type { SmallRows, SmallTable } from '#store/database/records';
import { type Remote, RemoteFailure } from '../../../../sync/remote.ts';
import { type Person, SimulatedDevice } from '../../../sync/support/simulated-device.ts';
import { tellingTime } from '../../../sync/support/simulation/server.ts';
import type { Server } from './server.ts';

type Command<Input, Done> = (db: Database, actor: Actor, input: Input, now: Date) => Promise<Done>;
type DoneOf<Done> = Extract<Done, { ok: true }>;

export const offline = () => Promise.reject(new RemoteFailure('offline', '0'));

export class Device {
  readonly simulated: SimulatedDevice;
  /** The server, whose clock agrees with this device's. */
  readonly remote: Remote;
  /** By how many milliseconds time has gone on for this device. */
  shift = 0;

  constructor(server: Server, owner: Person) {
    const now = () => Date.now() + this.shift;
    this.simulated = new SimulatedDevice(owner, now);
    this.remote = tellingTime(server.as(owner), {
      get now() {
        return now();
      },
    });
  }

  get owner(): Person {
    return this.simulated.person;
  }

  get db(): Database {
    return this.simulated.db;
  }

  async do<Input, Done extends { ok: boolean }>(
    run: Command<Input, Done>,
    input: NoInfer<Input>,
  ): Promise<DoneOf<Done>> {
    const { userId, userEmail } = this.owner;
    const outcome = await run(this.db, { userId, email: userEmail }, input, new Date(this.simulated.now()));
    // No two deeds have one moment.
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (!isDone(outcome)) throw new Error(`${run.name}: ${JSON.stringify(outcome)}`);
    return outcome;
  }

  sync(over: Partial<Remote> = {}): Promise<void> {
    return this.simulated.sync({ ...this.remote, ...over });
  }

  /** A cycle whose failure is expected. */
  async trySync(over: Partial<Remote>): Promise<void> {
    await this.sync(over).catch((failure: unknown) => {
      if (!(failure instanceof RemoteFailure)) throw failure;
    });
  }

  /** A cycle whose first push never gets a response, and in which `first` is done instead. */
  async syncInVain(first: (...sent: Parameters<Remote['push']>) => Promise<unknown>): Promise<void> {
    await new Promise<void>((arrived, fail) => {
      const push: Remote['push'] = async (userId, mutations) => {
        if (mutations.length === 0) return this.remote.push(userId, mutations);
        await first(userId, mutations).then(() => arrived(), fail);
        return new Promise(() => {});
      };
      this.sync({ push }).catch(fail);
    });
  }

  async add(description: string, over: Partial<TransactionInput> & { accountId: string }) {
    const usual = { type: 'expense', amount: '10.00', date: '2026-11-05', category: 'Food', notes: '', budgetId: null };
    return this.do(addTransaction, { ...usual, type: 'expense', description, ...over });
  }

  async rows(...descriptions: string[]): Promise<TransactionRow[]> {
    const scopes = await this.db.cursors.toArray();
    const all = (await Promise.all(scopes.map(({ scope }) => this.simulated.rows(scope)))).flat();
    return descriptions.flatMap((description) => {
      const found = all.filter((row) => row.description === description);
      if (found.length === 0) throw new Error(`no row ${description}`);
      return found;
    });
  }

  async row(description: string): Promise<TransactionRow> {
    return firstOf(await this.rows(description));
  }

  async named<T extends 'accounts' | 'budgets' | 'categories'>(table: T, name: string): Promise<SmallRows[T]> {
    return firstOf(await this.small(table, (row) => row.name === name));
  }

  async small<T extends SmallTable>(table: T, is: (row: SmallRows[T]) => boolean): Promise<SmallRows[T][]> {
    return this.db.small[table].filter(is).toArray();
  }

  async invitationTo(email: string) {
    return firstOf(await this.small('invitations', (row) => row.email === email && row.status === 'pending'));
  }

  async memberWith(email: string) {
    return firstOf(await this.small('memberships', (row) => row.email === email));
  }
}

/** Clocks of devices differ by some milliseconds. What is done after this is later on every one. */
export function aSecondLater(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000));
}

/** The deletion of an account waits until nobody can undo it any more. */
export function untilNothingIsHeld(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, UNDO_MILLISECONDS + 100));
}

function isDone<Done extends { ok: boolean }>(outcome: Done): outcome is DoneOf<Done> {
  return outcome.ok;
}

function firstOf<T>([first]: readonly T[]): T {
  if (!first) throw new Error('there is none');
  return first;
}

/** The server takes it, and the reply is lost. */
export function lostReply({ remote }: Device): Remote['push'] {
  return async (userId, mutations) => {
    const response = await remote.push(userId, mutations);
    return mutations.length === 0 ? response : offline();
  };
}
