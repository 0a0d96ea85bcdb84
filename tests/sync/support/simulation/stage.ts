/** The part of the world that deeds and checks know (world.ts has the rest). */
import type { Copy } from '#copy/format';
import type { Operation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import type { TransactionRow } from '#domain/rows';
import type { Actor } from '#store/commands/commit/commit';
import type { Database } from '#store/database/database';
import type { SimulatedDevice } from '../simulated-device.ts';
import type { OpenForm } from './open-form.ts';
import type { HistoryServer } from './server.ts';
import type { Witness } from './witness.ts';

/** What a screen does by calling a command. */
export type Command<T> = (db: Database, actor: Actor, now: Date) => Promise<T>;

/** A deed: without operations, none. `seen`: the row on the screen that it is about. */
export interface Plan {
  operations: Operation[];
  seen?: TransactionRow;
}

export interface Stage {
  readonly server: HistoryServer;
  readonly witness: Witness;
  /** Every mutation that was committed and not cancelled, by its id, with its device. */
  readonly intents: Map<string, SimulatedDevice>;
  /** The verdicts on invitations, by mutation id. */
  readonly sent: Map<string, Verdict>;
  readonly last: Map<SimulatedDevice, string>;
  /** Deleted transactions, each with the device on which it was deleted. */
  readonly erased: { row: TransactionRow; by: SimulatedDevice }[];
  /** Every account that was ever made, whoever may see it. */
  readonly accounts: string[];
  /** The key of each row of the bank's statement that was ever in a file, by its name (bank-files.ts). */
  readonly fileKeys: Map<string, string>;
  /** By the storage of a device: what its user has begun to type. */
  readonly forms: Map<object, OpenForm>;
  /** The copies that people have of their books. */
  readonly copies: Copy[];
  /** A device is syncing, so its outbox may change by itself. */
  readonly isSyncing: boolean;
  /** How often a browser removed what devices had stored. What was entered in that moment may be gone. */
  evictions: number;
  newNumber(): number;
  newId(): string;
  /** `plan` looks at what the device shows, and says what its user does about it. */
  commit(device: SimulatedDevice, plan: () => Promise<Plan>, holdUntil?: Date): Promise<void>;
  /** Does something by a command, as a screen does. */
  command<T extends { ok: boolean }>(device: SimulatedDevice, command: Command<T>): Promise<T>;
  /** The user retries an entry, which makes another mutation, or discards it. */
  decide(device: SimulatedDevice, id: string, retry: boolean): Promise<void>;
}
