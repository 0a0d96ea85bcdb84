/** The steps of a history in which engines run by themselves. Plain data, so that a failing one shrinks and is kept. */

import * as v from 'valibot';
import fc from '../../../support/random.ts';
import { ALL_DEEDS, type Deed } from '../simulation/choice.ts';
import { LINE_FAULTS } from './line.ts';

const Nat = v.pipe(v.number(), v.integer(), v.minValue(0));
const on = { on: Nat };

const RunningStepSchema = v.variant('do', [
  v.object({ do: v.literal('deed'), ...on, deed: v.picklist(ALL_DEEDS), a: Nat, b: Nat }),
  v.object({ do: v.literal('pass'), ms: Nat }),
  v.object({ do: v.literal('line'), ...on, bytesPerSecond: Nat, latencyMs: Nat }),
  v.object({ do: v.literal('down'), ...on }),
  v.object({ do: v.literal('up'), ...on }),
  v.object({ do: v.literal('faults'), ...on, faults: v.array(v.picklist(LINE_FAULTS)) }),
  v.object({ do: v.literal('sleep'), ...on, ms: Nat }),
  v.object({ do: v.literal('clock'), ...on, hours: v.number() }),
  v.object({ do: v.literal('tab'), ...on }),
  v.object({ do: v.literal('restart'), ...on }),
  /** The server fails for ever on what somebody enters now. */
  v.object({ do: v.literal('curse'), ...on }),
  /** The browser removes what the device has stored, while its engine runs. */
  v.object({ do: v.literal('evict'), ...on }),
  v.object({ do: v.literal('collect') }),
  v.object({ do: v.literal('back up') }),
  v.object({ do: v.literal('restore') }),
]);
export type RunningStep = v.InferOutput<typeof RunningStepSchema>;

/** Who has the devices, by how many hours their clocks are wrong, and what happens. */
export const RunningHistory = v.object({
  seats: v.array(v.object({ person: Nat, hours: v.number() })),
  steps: v.array(RunningStepSchema),
});
export type RunningHistory = v.InferOutput<typeof RunningHistory>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const device = fc.nat(2);
const hours = fc.constantFrom(0, 0, 0, 0, 1, -2, 87_600);

const deed = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Deed>('correct') },
  { weight: 4, arbitrary: fc.constant<Deed>('write down') },
  { weight: 2, arbitrary: fc.constant<Deed>('erase') },
  {
    weight: 6,
    arbitrary: fc.constantFrom<Deed[]>('settle', 'bring back', 'undo', 'import', 'category.rename', 'budget.update'),
  },
);

function like<S extends RunningStep['do']>(kind: S) {
  return { do: fc.constant(kind), on: device };
}

const ms = fc.constantFrom(10, 60, 200, SECOND, 10 * SECOND, MINUTE, 6 * MINUTE, 60 * MINUTE);

const step: fc.Arbitrary<RunningStep> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ ...like('deed'), deed, a: fc.nat(2), b: fc.nat(11) }) },
  { weight: 14, arbitrary: fc.record({ do: fc.constant('pass'), ms }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...like('line'),
      bytesPerSecond: fc.constantFrom(100, 3500, 100_000),
      latencyMs: fc.constantFrom(20, 800, 5000),
    }),
  },
  { weight: 4, arbitrary: fc.record(like('down')) },
  { weight: 3, arbitrary: fc.record(like('up')) },
  {
    weight: 4,
    arbitrary: fc.record({ ...like('faults'), faults: fc.array(fc.constantFrom(...LINE_FAULTS), { maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ ...like('sleep'), ms }) },
  { weight: 1, arbitrary: fc.record({ ...like('clock'), hours }) },
  { weight: 2, arbitrary: fc.record(like('tab')) },
  { weight: 2, arbitrary: fc.record(like('restart')) },
  { weight: 2, arbitrary: fc.record(like('curse')) },
  { weight: 1, arbitrary: fc.record(like('evict')) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('collect') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back up') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore') }) },
);

/** Two or three devices of Anna and Ben, who both may change everything. */
export const runningHistories: fc.Arbitrary<RunningHistory> = fc.record({
  seats: fc.tuple(hours, hours, fc.nat(1)).map(([anna, ben, third]) => [
    { person: 0, hours: anna },
    { person: 1, hours: ben },
    { person: third, hours: 0 },
  ]),
  steps: fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }),
});
