import { expect, test } from 'vitest';
import { restingCollector } from './collect-at-rest.ts';

const MEGABYTE = 1024 * 1024;

/** A process of so many megabytes, of which a collection leaves some. */
function processOf(megabytes: number, leaves: number) {
  const memory = { megabytes, collections: 0 };
  const look = restingCollector({
    resident: () => memory.megabytes * MEGABYTE,
    collect: () => {
      memory.collections += 1;
      memory.megabytes = leaves;
    },
  });
  return { memory, look };
}

test('a process that rests gives back what heavy work left', () => {
  const { memory, look } = processOf(450, 240);
  look(0.01);
  expect(memory).toEqual({ megabytes: 240, collections: 1 });
});

test('a busy process is not held up', () => {
  const { memory, look } = processOf(450, 240);
  look(0.5);
  expect(memory.collections).toBe(0);
});

test('a small process is left alone', () => {
  const { memory, look } = processOf(190, 140);
  look(0);
  expect(memory.collections).toBe(0);
});

test('what a collection could not give back is not asked for every second', () => {
  const { memory, look } = processOf(450, 440);
  for (let second = 0; second < 10; second += 1) look(0);
  expect(memory.collections).toBe(1);
  memory.megabytes = 480;
  look(0);
  expect(memory.collections).toBe(2);
});
