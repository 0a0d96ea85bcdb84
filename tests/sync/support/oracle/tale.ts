/** A history that a test tells by hand, to see what the oracle thinks of it. */
import type { Operation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import { ANNA, enter, HOME, idOf, makeAccount } from '../people.ts';
import type { Person } from '../simulated-device.ts';
import { Chronicle, type Deed, NOTHING, type Screen } from './chronicle.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const HOUR = 3_600_000;
const EPOCH = 'epoch-1';

/** Anna's account with one transaction of 1.00 for food. Times are hours after midnight. */
export class Tale {
  readonly chronicle = new Chronicle();
  #number = 0;
  #mutations = 0;

  constructor() {
    this.decides(this.does(ANNA, 'laptop', 9, [makeAccount(HOME, ANNA), enter(1)]), 'applied');
  }

  /**
   * Somebody does something on a device with that on the screen; `into` is the mutation that the device folds it in.
   */
  does(person: Person, device: string, hour: number, operations: Operation[], screen = this.sees(1), into?: string) {
    const mutation = into ?? idOf(++this.#mutations + 500);
    const at = NOON + (hour - 12) * HOUR;
    const deed = { at, clock: at, blurMs: 0, isTimed: true, isAgain: false, person: person.userId, device, screen };
    this.chronicle.note(
      mutation,
      operations.map((operation): Deed => ({ ...deed, operation })),
    );
    return mutation;
  }

  /** The person sees what the server had decided up to its decision with this number, the first being 1. */
  sees(decisions: number): Screen {
    const index = this.#decisions()[decisions - 1] ?? -1;
    const reach = { sure: index, maybe: index };
    return { row: reach, hidden: new Map(), names: new Map([[HOME, reach]]) };
  }

  seesNothing(): Screen {
    return { row: NOTHING, hidden: new Map(), names: new Map() };
  }

  decides(
    mutation: string,
    what: 'applied' | Record<string, string | number>,
    reason: 'newer' | 'deleted' = 'newer',
    undoes?: string,
  ) {
    const versions = { [HOME]: ++this.#number };
    const verdict: Verdict =
      what === 'applied'
        ? { id: mutation, status: 'applied', versions }
        : { id: mutation, status: 'superseded', reason, kept: what, by: null, versions };
    this.chronicle.decided({ id: mutation, undoes }, verdict, EPOCH);
  }

  #decisions(): number[] {
    return this.chronicle.events.flatMap(({ kind }, index) => (kind === 'decided' ? [index] : []));
  }
}
