/**
 * Histories with deeds that concern much at once: many rows, forms that stay open while others work, renames in several
 * accounts, copies, and books that somebody brings along. Anna and Ben have two or three devices, or Cara has one.
 */
import fc from '../../../support/random.ts';
import { type Deed, MANY_DEEDS, WHOLE_DEEDS } from './choice.ts';
import { anyHours, fault, type History, like, type Step } from './step.ts';

const on = fc.nat(2);
const small = fc.nat(2);
const number = fc.nat(11);
const rarely = fc.nat(3).map((one) => one === 3);

const FORMS: Deed[] = [
  'form.open',
  'form.open',
  'form.save',
  'form.save',
  'form.save',
  'own.rename',
  'own.rename',
  'category.merge',
];
const ROWS: Deed[] = ['correct', 'correct', 'enter', 'erase', 'settle', 'settle', 'transaction.update', 'bring back'];
const BOOKS: Deed[] = ['reconciliation.finish', 'transfer.link', 'transfer.unlink', 'transfer.delete', 'split.edit'];
const SCHEDULES: Deed[] = ['schedule.add', 'schedule.change', 'due.add', 'due.add', 'due.add', 'occurrence.place'];

const deed = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<Deed[]>(...MANY_DEEDS) },
  { weight: 8, arbitrary: fc.constantFrom(...FORMS) },
  { weight: 8, arbitrary: fc.constantFrom(...ROWS) },
  { weight: 5, arbitrary: fc.constantFrom(...BOOKS) },
  { weight: 5, arbitrary: fc.constantFrom<Deed[]>('file.import', 'file.revert') },
  { weight: 10, arbitrary: fc.constantFrom<Deed[]>('deed.undo', 'deed.undo', 'deed.redo') },
  { weight: 2, arbitrary: fc.constantFrom<Deed[]>(...WHOLE_DEEDS) },
  { weight: 5, arbitrary: fc.constantFrom(...SCHEDULES) },
);

const role = fc.constantFrom('viewer' as const, 'member' as const, 'admin' as const);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ ...like('deed'), on, deed, a: small, b: number }) },
  {
    weight: 16,
    arbitrary: fc.record({ ...like('sync'), on, faults: fc.array(fault, { maxLength: 2 }), tabs: rarely }),
  },
  { weight: 1, arbitrary: fc.record({ ...like('halt'), on, at: fc.nat(90), entering: rarely }) },
  { weight: 1, arbitrary: fc.record({ ...like('role'), role }) },
  { weight: 1, arbitrary: fc.record({ ...like('hand over'), a: fc.nat(2), b: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ ...like('collect') }) },
);

const sync = (on: number): Step => ({ do: 'sync', on, faults: [], tabs: false });
const act = (on: number, deed: Deed, a = 0, b = 0): Step => ({ do: 'deed', on, deed, a, b });
const everywhere = [0, 1, 0].map(sync);
const redo = act(0, 'deed.redo');
/** Something has been due five times, and both people know the schedule. */
const scheduled = [act(0, 'schedule.add', 0, 1), sync(0), sync(1)];

/** What happened before the rest: what two people rarely come to by chance. */
const PROLOGUES: Step[][] = [
  [],
  // Many rows are changed while somebody reconciles, or deletes, some of them.
  [act(1, 'rows.delete'), act(0, 'rows.change', 0, 0), sync(1), ...everywhere],
  [act(1, 'reconciliation.finish', 0, 0), act(0, 'rows.tick', 0, 1), sync(1), ...everywhere],
  [act(1, 'transfer.unlink', 0, 0), act(0, 'rows.change', 0, 5), sync(1), ...everywhere],
  // A form is open while its category gets another name.
  [act(0, 'form.open', 0, 0), act(2, 'own.rename', 0, 1), sync(2), sync(0), act(0, 'form.save'), ...everywhere],
  [act(1, 'form.open', 0, 1), act(0, 'own.rename', 0, 1), sync(0), sync(1), act(1, 'form.save'), ...everywhere],
  // A rename in both accounts is sent and taken back.
  [act(0, 'own.rename', 0, 1), ...everywhere, act(0, 'deed.undo'), ...everywhere],
  // Two categories become one, and that is taken back, while somebody else writes under either name.
  [act(0, 'category.merge', 0, 0), ...everywhere, act(1, 'correct', 0, 2), act(0, 'deed.undo'), sync(1), ...everywhere],
  [act(1, 'write down', 0, 0), act(0, 'category.merge', 0, 0), ...everywhere, act(0, 'deed.undo'), ...everywhere],
  [
    act(0, 'category.merge', 1, 0),
    sync(0),
    act(1, 'split.edit', 0, 1),
    act(0, 'deed.undo'),
    sync(0),
    redo,
    ...everywhere,
  ],
  // The older of two deeds is taken back first.
  [act(0, 'rows.change', 0, 0), act(0, 'rows.change', 1, 3), sync(0), act(0, 'deed.undo', 1), ...everywhere],
  [act(0, 'rows.delete'), sync(0), act(1, 'rows.change', 0, 3), act(0, 'deed.undo'), ...everywhere],
  // What was done to many rows is taken back, and done again, while somebody else works on one of them.
  [act(0, 'rows.change', 0, 0), sync(0), act(0, 'deed.undo'), sync(0), act(0, 'deed.redo'), ...everywhere],
  [act(0, 'rows.change', 0, 3), ...everywhere, act(0, 'deed.undo'), act(1, 'correct', 1, 3), sync(1), sync(0), redo],
  [act(0, 'rows.delete'), sync(0), act(0, 'deed.undo'), ...everywhere, act(1, 'correct', 0, 2), sync(1), redo, sync(0)],
  [act(0, 'rows.tick', 0, 0), sync(0), act(0, 'deed.undo'), act(1, 'rows.tick', 0, 1), sync(0), redo, ...everywhere],
  // A copy is restored where its rows are, and by somebody else.
  [act(0, 'copy.write'), act(0, 'rows.delete'), sync(0), act(0, 'copy.restore', 0, 0), ...everywhere],
  [act(0, 'copy.write'), act(1, 'copy.restore', 0, 1), ...everywhere],
  [act(0, 'copy.write'), act(2, 'copy.restore', 0, 1), sync(2), ...everywhere],
  [act(1, 'copy.write'), act(2, 'copy.restore', 0, 0), sync(2), ...everywhere],
  [act(0, 'local.bring', 0, 3), ...everywhere],
  // Two devices add the same occurrences, of which one reconciles some, deletes them all or puts them elsewhere.
  [...scheduled, act(0, 'due.add'), act(1, 'due.add'), act(1, 'reconciliation.finish'), sync(1), ...everywhere],
  [...scheduled, act(0, 'due.add'), act(1, 'due.add'), sync(1), act(1, 'rows.delete'), ...everywhere, sync(1)],
  [...scheduled, act(0, 'due.add'), sync(0), act(1, 'due.add'), act(1, 'rows.change', 0, 3), sync(1), ...everywhere],
  // A copy with a schedule is restored where it is, and into new accounts.
  [...scheduled, act(0, 'due.add'), act(0, 'copy.write'), act(0, 'rows.delete'), act(0, 'copy.restore', 0, 0)],
  [...scheduled, act(0, 'due.add'), act(0, 'copy.write'), act(1, 'copy.restore', 0, 1), sync(1), act(1, 'due.add')],
  // Its category gets another name, or becomes another one, while it adds under the old name.
  [...scheduled, act(0, 'own.rename', 0, 1), act(1, 'due.add'), ...everywhere, act(0, 'deed.undo'), ...everywhere],
  [...scheduled, act(0, 'category.merge'), act(1, 'due.add'), ...everywhere, act(0, 'deed.undo'), ...everywhere],
];

export const many: fc.Arbitrary<History> = fc
  .record({
    third: fc.constantFrom([], [{ person: 0 }], [{ person: 1 }], [{ person: 2 }]),
    prologue: fc.constantFrom(...PROLOGUES),
    hours: fc.tuple(anyHours, anyHours, anyHours),
    steps: fc.array(step, { minLength: 3, maxLength: 12, size: 'max' }),
  })
  .map(({ third, prologue, hours, steps }) => ({
    seats: [{ person: 0 }, { person: 1 }, ...third].map((seat, place) => ({
      ...seat,
      hours: hours[place] ?? 0,
      isNew: false,
    })),
    met: true,
    books: true,
    few: true,
    steps: [...prologue, ...steps],
  }));
