/** The steps of a history: plain data with small numbers, so that a failing one shrinks well and can be kept. */

import * as v from 'valibot';
import fc from '../../../support/random.ts';
import { RELEASED_ACTS } from '../faults/released-app.ts';
import { FAULTS, type Fault } from '../faulty-remote.ts';
import { ALL_DEEDS, BOOK_DEEDS, DEEDS, type Deed, MERGE_DEEDS, REFUND_DEEDS, SCHEDULE_DEEDS } from './choice.ts';

const Nat = v.pipe(v.number(), v.integer(), v.minValue(0));
const on = { on: Nat };

const StepSchema = v.variant('do', [
  v.object({ do: v.literal('deed'), ...on, deed: v.picklist(ALL_DEEDS), a: Nat, b: Nat }),
  v.object({ do: v.literal('sync'), ...on, faults: v.array(v.picklist(FAULTS)), tabs: v.boolean() }),
  /** The page dies at its `writes`-th write, while it syncs or enters something. */
  v.object({ do: v.literal('crash'), ...on, writes: Nat, entering: v.boolean() }),
  v.object({ do: v.literal('reload'), ...on }),
  /** Somebody else signs in on the device. */
  v.object({ do: v.literal('switch'), ...on }),
  /** Its clock is set wrong by so many hours. */
  v.object({ do: v.literal('clock'), ...on, hours: v.number() }),
  /** Another client gives Ben a role at home, or takes it. */
  v.object({ do: v.literal('role'), role: v.nullable(v.picklist(['viewer', 'member', 'admin'])) }),
  /** Another client gives Cara a role on the budget for food, or takes it. */
  v.object({ do: v.literal('budget'), role: v.nullable(v.picklist(['viewer', 'member', 'admin'])) }),
  /** The owner of an account hands it over to a member, while they are online and others may not be. */
  v.object({ do: v.literal('hand over'), a: Nat, b: Nat }),
  /** The server forgets its tombstones. */
  v.object({ do: v.literal('collect') }),
  v.object({ do: v.literal('wait'), days: Nat }),
  v.object({ do: v.literal('back up') }),
  v.object({ do: v.literal('restore') }),
  /** The page ends at its n-th `await`, while it syncs or enters something. */
  v.object({ do: v.literal('halt'), ...on, at: Nat, entering: v.boolean() }),
  /** The browser has no more room after so many writes, while the page does this or syncs. */
  v.object({
    do: v.literal('no room'),
    ...on,
    writes: Nat,
    deed: v.nullable(v.object({ deed: v.picklist(ALL_DEEDS), a: Nat, b: Nat })),
  }),
  /** The browser removes what the device has stored. */
  v.object({ do: v.literal('evict'), ...on }),
  /** The device's app cannot read this part of the rows, until it is updated. */
  v.object({ do: v.literal('older'), ...on, unread: Nat }),
  v.object({ do: v.literal('update'), ...on }),
  /** The person of this device also has one with the app of v0.1.0. */
  v.object({ do: v.literal('released app'), ...on, act: v.picklist(RELEASED_ACTS), a: Nat, b: Nat }),
]);
export type Step = v.InferOutput<typeof StepSchema>;

/** Who of three people has the device, by how many hours its clock is wrong, and whether it never synced. */
const Seat = v.object({ person: Nat, hours: v.number(), isNew: v.boolean() });

export const History = v.object({
  seats: v.array(Seat),
  /** Anna and Ben may change everything, and two rows are on every screen before anything happens. */
  met: v.optional(v.boolean()),
  /** They keep books: Ben is an admin of the shop, too, and there are a transfer and a split transaction. */
  books: v.optional(v.boolean()),
  /** A mutation takes a few rows only. */
  few: v.optional(v.boolean()),
  steps: v.array(StepSchema),
});
export type History = v.InferOutput<typeof History>;

const TEN_YEARS = 87_600;
export const anyHours = fc.constantFrom(0, 0, 0, 1, -2, TEN_YEARS, -TEN_YEARS);
const rarely = fc.nat(3).map((number) => number === 3);
const device = fc.nat(4);
const number = fc.nat(11);
const role = fc.constantFrom('viewer' as const, 'member' as const, 'admin' as const, null);

export const fault = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fault>('ok') },
  { weight: 3, arbitrary: fc.constant<Fault>('edited') },
  { weight: 11, arbitrary: fc.constantFrom(...FAULTS) },
);

const deed = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Deed>('enter') },
  { weight: 8, arbitrary: fc.constant<Deed>('edit') },
  { weight: 3, arbitrary: fc.constant<Deed>('erase') },
  { weight: 16, arbitrary: fc.constantFrom(...DEEDS) },
  { weight: 16, arbitrary: fc.constantFrom(...BOOK_DEEDS) },
  { weight: 3, arbitrary: fc.constantFrom(...REFUND_DEEDS) },
  { weight: 2, arbitrary: fc.constantFrom(...MERGE_DEEDS) },
  { weight: 3, arbitrary: fc.constantFrom(...SCHEDULE_DEEDS) },
  // Without a schedule nothing is due. Devices look for what is due again and again.
  { weight: 2, arbitrary: fc.constant<Deed>('schedule.add') },
  { weight: 3, arbitrary: fc.constant<Deed>('due.add') },
);

export function like<S extends Step['do']>(kind: S) {
  return { do: fc.constant(kind) };
}

export const releasedAct = fc.constantFrom<(typeof RELEASED_ACTS)[number]>('enter', 'edit', 'edit', 'erase', 'sync');
const anyDeed = fc.option(fc.record({ deed, a: number, b: number }), { nil: null });

/** Steps in a lifelike mix: mostly deeds and syncs. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 36, arbitrary: fc.record({ ...like('deed'), on: device, deed, a: number, b: number }) },
  {
    weight: 20,
    arbitrary: fc.record({
      ...like('sync'),
      on: device,
      faults: fc.array(fault, { maxLength: 6 }),
      tabs: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...like('crash'), on: device, writes: fc.nat(24), entering: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ ...like('reload'), on: device }) },
  { weight: 1, arbitrary: fc.record({ ...like('switch'), on: device }) },
  { weight: 1, arbitrary: fc.record({ ...like('clock'), on: device, hours: anyHours }) },
  { weight: 1, arbitrary: fc.record({ ...like('role'), role }) },
  { weight: 1, arbitrary: fc.record({ ...like('budget'), role }) },
  { weight: 1, arbitrary: fc.record({ ...like('hand over'), a: fc.nat(2), b: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ ...like('collect') }) },
  { weight: 1, arbitrary: fc.record({ ...like('wait'), days: fc.constantFrom(1, 15) }) },
  { weight: 1, arbitrary: fc.record({ ...like('back up') }) },
  { weight: 1, arbitrary: fc.record({ ...like('restore') }) },
  { weight: 2, arbitrary: fc.record({ ...like('halt'), on: device, at: fc.nat(90), entering: rarely }) },
  { weight: 2, arbitrary: fc.record({ ...like('no room'), on: device, writes: fc.nat(16), deed: anyDeed }) },
  { weight: 1, arbitrary: fc.record({ ...like('evict'), on: device }) },
  { weight: 1, arbitrary: fc.record({ ...like('older'), on: device, unread: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ ...like('update'), on: device }) },
  { weight: 3, arbitrary: fc.record({ ...like('released app'), on: device, act: releasedAct, a: number, b: number }) },
);

/** Two to five devices of one to three people. */
export const histories: fc.Arbitrary<History> = fc.record({
  seats: fc.array(fc.record({ person: fc.nat(2), hours: anyHours, isNew: rarely }), { minLength: 2, maxLength: 5 }),
  books: fc.boolean(),
  steps: fc.array(step, { minLength: 3, maxLength: 32, size: 'max' }),
});

/** The steps of one device in a crowd. Nobody waits, and accounts stay, so that all devices meet in the same rows. */
export const crowdSteps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      ...like('deed'),
      deed: deed.filter((one) => one !== 'account.delete'),
      a: number,
      b: number,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...like('sync'),
      faults: fc.array(
        fault.filter((one) => one !== 'other user' && one !== 'evicted'),
        { maxLength: 3 },
      ),
      tabs: fc.boolean(),
    }),
  },
);

const ONLY_IN_MEMORY: ReadonlySet<Step['do']> = new Set(['back up', 'restore', 'wait', 'released app']);

/**
 * Returns the history without the steps that a real server cannot repeat: no restores, no days, no clocks ahead, no
 * races between tabs. A real server's past cannot change, it has its own clock, and it takes its time. Nor a sync
 * without room, or in which the page dies: at which answer that ends depends on how many answers come at once.
 */
export function plain({ seats, steps, ...beginning }: History): History {
  return {
    ...beginning,
    seats: seats.map((seat) => ({ ...seat, hours: Math.min(seat.hours, 0) })),
    steps: steps
      .filter((one) => !ONLY_IN_MEMORY.has(one.do) && !endsAtAnAnswer(one))
      .map((one) => {
        if (one.do === 'sync') return { ...one, tabs: false };
        return one.do === 'clock' ? { ...one, hours: Math.min(one.hours, 0) } : one;
      }),
  };
}

function endsAtAnAnswer(step: Step): boolean {
  return (step.do === 'no room' && step.deed === null) || (step.do === 'crash' && !step.entering);
}
