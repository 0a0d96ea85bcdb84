import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('one piece is begun a turn, in the order in which they came, and those that come meanwhile wait too', () => {
  const beats: (() => void)[] = [];
  const turns = createTurns((begin) => beats.push(begin));
  const begun: string[] = [];
  const twice = (name: string) => {
    begun.push(name);
    turns.take(() => begun.push(`${name} again`));
  };
  for (const name of ['Ada', 'Ben', 'Cleo']) turns.take(() => twice(name));
  const seen: string[] = [];
  while (beats.length > 0) {
    expect(beats).toHaveLength(1);
    beats.shift()?.();
    seen.push(begun.join());
    begun.length = 0;
  }
  expect(seen).toEqual(['Ada', 'Ben', 'Cleo', 'Ada again', 'Ben again', 'Cleo again']);
});
