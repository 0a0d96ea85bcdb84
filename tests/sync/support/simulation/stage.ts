/** The part of the world that deeds and checks know (world.ts has the rest). */
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import type { Verdict } from '#domain/verdicts';
import type { SimulatedDevice } from '../simulated-device.ts';
import type { HistoryServer } from './server.ts';
import type { Witness } from './witness.ts';

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
  newNumber(): number;
  newId(): string;
  commit(
    device: SimulatedDevice,
    operations: Operation[],
    options?: { seen?: TransactionRow; holdUntil?: Date },
  ): Promise<void>;
  /** The user retries an entry, which makes another mutation, or discards it. */
  decide(device: SimulatedDevice, id: string, retry: boolean): Promise<void>;
}
