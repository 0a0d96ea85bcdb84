/**
 * Histories with schedules: two or three devices of Anna, Ben and Cara. Now and then pages die, rights change, or the
 * server is restored.
 */
import fc from '../../../support/random.ts';
import type { Deed } from './choice.ts';
import { anyHours, fault, type History, like, type Step } from './step.ts';

const on = fc.nat(2);
const number = fc.nat(11);
const rarely = fc.nat(3).map((one) => one === 3);

const SCHEDULES: Deed[] = ['schedule.add', 'due.add', 'due.add', 'due.add', 'schedule.change'];
const OCCURRENCES: Deed[] = ['occurrence.skip', 'occurrence.add', 'occurrence.place', 'deed.undo', 'deed.redo'];
const ROWS: Deed[] = ['transaction.update', 'transaction.delete', 'enter', 'erase', 'category.rename', 'settle'];

const deed = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...SCHEDULES) },
  { weight: 6, arbitrary: fc.constantFrom(...OCCURRENCES) },
  { weight: 5, arbitrary: fc.constantFrom(...ROWS) },
);

const role = fc.constantFrom('viewer' as const, 'member' as const, 'admin' as const, null);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ ...like('deed'), on, deed, a: number, b: number }) },
  {
    weight: 16,
    arbitrary: fc.record({ ...like('sync'), on, faults: fc.array(fault, { maxLength: 2 }), tabs: rarely }),
  },
  { weight: 2, arbitrary: fc.record({ ...like('wait'), days: fc.constantFrom(1, 15) }) },
  { weight: 1, arbitrary: fc.record({ ...like('halt'), on, at: fc.nat(90), entering: rarely }) },
  { weight: 1, arbitrary: fc.record({ ...like('clock'), on, hours: anyHours }) },
  { weight: 1, arbitrary: fc.record({ ...like('role'), role }) },
  { weight: 1, arbitrary: fc.record({ ...like('evict'), on }) },
  { weight: 1, arbitrary: fc.record({ ...like('collect') }) },
  { weight: 1, arbitrary: fc.record({ ...like('back up') }) },
  { weight: 1, arbitrary: fc.record({ ...like('restore') }) },
);

/** With somebody who has everything at the beginning, so that schedules are met on each device. */
export const scheduling: fc.Arbitrary<History> = fc.record({
  seats: fc.array(fc.record({ person: fc.nat(2), hours: anyHours, isNew: rarely }), { minLength: 2, maxLength: 3 }),
  met: fc.constant(true),
  steps: fc.array(step, { minLength: 3, maxLength: 28, size: 'max' }),
});
