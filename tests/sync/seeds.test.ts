/** The random tests of a test run are the same for everybody, and those of a given seed can be played again. */

import { expect, it } from 'vitest';
import fc from '../support/random.ts';
import { SEED, seedFor } from '../support/seeds.ts';

it('the seed of a test run is a fixed one', () => {
  expect(seedFor()).toBe(328_447_328);
  expect(seedFor('')).toBe(328_447_328);
});

it('a given seed takes its place, to replay it', () => {
  expect(seedFor('42')).toBe(42);
  expect(() => seedFor('x')).toThrow('Invalid digits');
});

it('random properties that name no seed begin with that one', () => {
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: SEED });
});
