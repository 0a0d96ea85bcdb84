/**
 * Histories in which people import files: two or three devices of Anna, Ben and Cara, parts of one statement, and
 * deeds with the rows that come of it. Now and then pages die, rights change, or the server is restored.
 */
import fc from '../../../support/random.ts';
import type { Deed } from './choice.ts';
import { anyHours, fault, type History, like, releasedAct, type Step } from './step.ts';

const on = fc.nat(2);
const small = fc.nat(2);
const number = fc.nat(11);
const rarely = fc.nat(3).map((one) => one === 3);

const FILES: Deed[] = ['file.import', 'file.import', 'file.import', 'file.revert', 'file.revert', 'deed.undo'];
const ROWS: Deed[] = ['correct', 'enter', 'write down', 'erase', 'bring back', 'settle', 'edit', 'category.rename'];
const BOOKS: Deed[] = ['transaction.update', 'transaction.delete', 'split.edit', 'status.set', 'transfer.link'];

const deed = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...FILES) },
  { weight: 6, arbitrary: fc.constantFrom(...ROWS) },
  { weight: 5, arbitrary: fc.constantFrom(...BOOKS) },
);

const role = fc.constantFrom('viewer' as const, 'member' as const, 'admin' as const, null);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ ...like('deed'), on, deed, a: small, b: number }) },
  {
    weight: 16,
    arbitrary: fc.record({ ...like('sync'), on, faults: fc.array(fault, { maxLength: 2 }), tabs: rarely }),
  },
  { weight: 1, arbitrary: fc.record({ ...like('released app'), on, act: releasedAct, a: small, b: number }) },
  { weight: 1, arbitrary: fc.record({ ...like('halt'), on, at: fc.nat(90), entering: rarely }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...like('no room'),
      on,
      writes: fc.nat(16),
      deed: fc.record({ deed: fc.constantFrom(...FILES), a: small, b: number }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...like('role'), role }) },
  { weight: 1, arbitrary: fc.record({ ...like('evict'), on }) },
  { weight: 1, arbitrary: fc.record({ ...like('collect') }) },
  { weight: 1, arbitrary: fc.record({ ...like('back up') }) },
  { weight: 1, arbitrary: fc.record({ ...like('restore') }) },
);

const sync = (on: number): Step => ({ do: 'sync', on, faults: [], tabs: false });
const bring = (on: number, b: number): Step => ({ do: 'deed', on, deed: 'file.import', a: 0, b });
const revert = (on: number, b = 0): Step => ({ do: 'deed', on, deed: 'file.revert', a: 0, b });
const undo = (on: number): Step => ({ do: 'deed', on, deed: 'deed.undo', a: 0, b: 0 });
const redo = (on: number): Step => ({ do: 'deed', on, deed: 'deed.redo', a: 0, b: 0 });
const remove = (on: number): Step => ({ do: 'deed', on, deed: 'transaction.delete', a: 2, b: 0 });
const update = (on: number, b: number): Step => ({ do: 'deed', on, deed: 'transaction.update', a: 2, b });
const everywhere = [0, 1, 0].map(sync);

/** What happened before the rest: what two people rarely come to by chance. */
const PROLOGUES: Step[][] = [
  [],
  // Both import the same file before either of them syncs.
  [bring(0, 0), bring(1, 0), ...everywhere],
  // The one who was later takes the import back without having heard of the other.
  [bring(0, 0), bring(1, 0), revert(1), ...everywhere],
  [bring(0, 1), sync(0), sync(1), revert(1), undo(1), ...everywhere],
  // The revert is undone, and done again.
  [bring(0, 1), sync(0), sync(1), revert(1), sync(1), undo(1), sync(1), redo(1), ...everywhere],
  // One changes a row, and the other takes the import back.
  [bring(0, 0), sync(0), sync(1), update(1, 1), ...everywhere, sync(1), sync(0), revert(0, 0), ...everywhere],
  [bring(0, 0), sync(0), sync(1), update(1, 0), revert(0, 1), ...everywhere],
  // A row is deleted while another person imports it.
  [bring(0, 0), sync(0), remove(0), bring(1, 0), ...everywhere],
  // And wanted again.
  [bring(0, 0), sync(0), remove(0), sync(0), bring(0, 0), ...everywhere],
];

export const importing: fc.Arbitrary<History> = fc
  .record({
    third: fc.constantFrom([], [{ person: 0 }], [{ person: 1 }], [{ person: 2 }]),
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
