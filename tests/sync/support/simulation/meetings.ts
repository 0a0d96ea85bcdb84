/**
 * Histories in which people meet: two or three devices of Anna and Ben, who may both change everything, and few rows.
 * Most of their steps change what the other one is changing.
 */
import fc from '../../../support/random.ts';
import type { Deed } from './choice.ts';
import { anyHours, fault, type History, like, releasedAct, type Step } from './step.ts';

const on = fc.nat(2);
const small = fc.nat(2);
const number = fc.nat(11);

const TRANSFER_DEEDS: Deed[] = [
  'transfer.edit',
  'transfer.edit',
  'transfer.delete',
  'transfer.link',
  'transfer.unlink',
];

const SCHEDULE_DEEDS: Deed[] = ['due.add', 'due.add', 'occurrence.place', 'occurrence.skip', 'occurrence.add'];

const deed = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Deed>('correct') },
  { weight: 3, arbitrary: fc.constant<Deed>('erase') },
  { weight: 2, arbitrary: fc.constant<Deed>('write down') },
  { weight: 5, arbitrary: fc.constantFrom<Deed[]>('settle', 'settle', 'bring back', 'undo') },
  { weight: 3, arbitrary: fc.constant<Deed>('category.rename') },
  { weight: 3, arbitrary: fc.constant<Deed>('category.merge') },
  { weight: 8, arbitrary: fc.constantFrom<Deed[]>('split.edit', 'split.edit', 'split.join', 'split.rename') },
  { weight: 8, arbitrary: fc.constantFrom(...TRANSFER_DEEDS) },
  { weight: 6, arbitrary: fc.constantFrom<Deed[]>('status.set', 'reconciliation.finish', 'reconciliation.undo') },
  {
    weight: 6,
    arbitrary: fc.constantFrom<Deed[]>('transaction.update', 'transaction.delete', 'deed.undo', 'deed.undo'),
  },
  { weight: 4, arbitrary: fc.constantFrom(...SCHEDULE_DEEDS) },
  { weight: 2, arbitrary: fc.constantFrom<Deed[]>('schedule.add', 'schedule.add', 'schedule.change') },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ ...like('deed'), on, deed, a: small, b: number }) },
  {
    weight: 16,
    arbitrary: fc.record({ ...like('sync'), on, faults: fc.array(fault, { maxLength: 2 }), tabs: fc.constant(false) }),
  },
  { weight: 4, arbitrary: fc.record({ ...like('released app'), on, act: releasedAct, a: small, b: number }) },
  { weight: 1, arbitrary: fc.record({ ...like('clock'), on, hours: anyHours }) },
  { weight: 1, arbitrary: fc.record({ ...like('back up') }) },
  { weight: 1, arbitrary: fc.record({ ...like('restore') }) },
);

const sync = (on: number): Step => ({ do: 'sync', on, faults: [], tabs: false });
const correct = (on: number, b: number): Step => ({ do: 'deed', on, deed: 'correct', a: 0, b });
const enter = (b: number, on = 0): Step => ({ do: 'deed', on, deed: 'enter', a: 0, b });
const act = (on: number, deed: Deed, b = 0): Step => ({ do: 'deed', on, deed, a: 0, b });
/** Something of twice a week has been due five times, and both people know the schedule. */
const scheduled = [act(0, 'schedule.add', 1), sync(0), sync(1)];

/** What happened before the rest: nothing, or the beginning of what two people rarely come to by chance. */
const PROLOGUES: Step[][] = [
  [],
  [],
  // Of Anna's edit, Ben's later amount stands, and her notes do. Then he changes the notes.
  [correct(0, 1), correct(1, 0), sync(1), sync(0), sync(1), correct(1, 3), sync(1)],
  // The server loses what two devices wrote one after the other.
  [
    { do: 'back up' },
    correct(0, 0),
    sync(0),
    correct(1, 0),
    sync(2),
    sync(1),
    { do: 'restore' },
    ...[0, 1, 2].map(sync),
  ],
  // Anna renames the category Food while Ben's entry under its old name waits.
  [enter(1, 1), { do: 'deed', on: 0, deed: 'category.rename', a: 0, b: 2 }, sync(0), sync(1)],
  // Anna's old amount waits, Ben's later one has arrived, and then she edits the description.
  [correct(0, 0), correct(1, 0), sync(1), correct(0, 2), sync(0)],
  // Both devices add what is due, and one of them works on it before either hears of the other.
  [...scheduled, act(0, 'due.add'), act(1, 'due.add'), correct(1, 0), sync(1), sync(0)],
  // What a device adds by itself is skipped, added by hand or has another entry in its place elsewhere.
  [...scheduled, act(0, 'due.add'), act(1, 'occurrence.skip'), sync(0), sync(1)],
  [...scheduled, act(0, 'due.add'), act(1, 'occurrence.add', 1), sync(0), sync(1)],
  [...scheduled, act(0, 'due.add'), sync(0), act(1, 'occurrence.place'), sync(1)],
];

export const meetings: fc.Arbitrary<History> = fc
  .record({
    third: fc.constantFrom([], [{ person: 0 }], [{ person: 1 }]),
    isThirdNew: fc.boolean(),
    books: fc.boolean(),
    prologue: fc.constantFrom(...PROLOGUES),
    hours: fc.tuple(anyHours, anyHours, anyHours),
    steps: fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }),
  })
  .map(({ third, isThirdNew, books, prologue, hours, steps }) => ({
    seats: [{ person: 0 }, { person: 1 }, ...third].map((seat, place) => ({
      ...seat,
      hours: hours[place] ?? 0,
      isNew: place === 2 && isThirdNew,
    })),
    met: true,
    books,
    steps: [...prologue, ...steps],
  }));
