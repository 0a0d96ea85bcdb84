import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { createUnderWay, TooMuchUnderWay } from './under-way.ts';

test('users of one network cannot hold all the memory that there is for bodies, and others get theirs', () => {
  const underWay = createUnderWay(1);
  const hold = (network: string, user: string) => {
    const visit = underWay.enter(network);
    visit.belongTo(user);
    visit.hold(limits.pushBytes.most);
    return visit;
  };
  const held: { end(): void }[] = [];
  expect(() => {
    for (let n = 0; n < 100; n += 1) held.push(hold('192.0.2.1', `user ${n}`));
  }).toThrow(TooMuchUnderWay);
  expect(held.length, 'a household sends that many of the largest pushes at once').toBeGreaterThanOrEqual(3);
  hold('192.0.2.2', 'somebody else').end();
  for (const visit of held) visit.end();
  hold('192.0.2.1', 'user 0').end();
});

test('what was refused is not counted', () => {
  const underWay = createUnderWay(1);
  const visit = underWay.enter('192.0.2.1');
  for (let n = 0; n < 10; n += 1) expect(() => visit.hold(limits.held.most)).toThrow(TooMuchUnderWay);
  visit.hold(limits.pushBytes.most);
});
