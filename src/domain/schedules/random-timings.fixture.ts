/** Random rhythms and schedules for properties. Dates lie around what calendars get wrong. */
import fc from '../../../tests/support/random.ts';
import type { Rhythm } from './rhythm.ts';

const weekday = fc.integer({ min: 1, max: 7 });
const interval = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 5, max: 99 }));
const upTo = (max: number) => fc.integer({ min: 1, max });
/** Often a day that some months lack. */
const day = fc.oneof(upTo(31), fc.constantFrom(28, 29, 30, 31));

const dayOfMonth = fc.oneof(
  fc.record({ day }),
  fc.record({ nth: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, 'last' as const), weekday }),
  fc.record({ workday: fc.constantFrom('first' as const, 'last' as const) }),
);

/** Each kind as often as each other. */
export const rhythms: fc.Arbitrary<Rhythm> = fc.oneof(
  fc.record({ every: fc.constant('day' as const), interval: fc.oneof(interval, upTo(999)) }),
  fc.record({
    every: fc.constant('week' as const),
    interval,
    weekdays: fc.uniqueArray(weekday, { minLength: 1 }).map((some) => some.sort((a, b) => a - b)),
  }),
  fc.record({ every: fc.constant('month' as const), interval, on: dayOfMonth }),
  fc.record({ every: fc.constant('year' as const), interval, month: upTo(12), day }),
);

/** Days in and around leap years, a century that is none, ends of months and of years. */
export const dates: fc.Arbitrary<string> = fc
  .record({
    year: fc.constantFrom(1999, 2000, 2011, 2018, 2023, 2024, 2025, 2026, 2099, 2100, 2101),
    month: fc.oneof(upTo(12), fc.constantFrom(1, 2, 3, 12)),
    day: fc.oneof(upTo(31), fc.constantFrom(1, 28, 29, 30, 31)),
  })
  .map(({ year, month, day: of }) => new Date(Date.UTC(year, month - 1, of)).toISOString().slice(0, 10));

/** A schedule, and a period at most ten years after its start. */
export const timings = fc.record({
  rhythm: rhythms,
  weekend: fc.constantFrom('before' as const, 'after' as const, 'as_is' as const),
  startDate: dates,
  /** Days after the start; before it when negative. */
  end: fc.option(fc.integer({ min: -5, max: 3000 })),
  count: fc.option(fc.oneof(upTo(12), upTo(500))),
  /** Days from the start to the period, and its days. */
  later: fc.oneof(fc.integer({ min: -40, max: 60 }), fc.integer({ min: 0, max: 3000 })),
  days: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 41, max: 700 })),
});

export type RandomTiming = typeof timings extends fc.Arbitrary<infer Value> ? Value : never;
