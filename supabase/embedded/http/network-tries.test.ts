import { expect, test } from 'vitest';
import { networksOf } from './caller-address.ts';
import { limits } from './limits.ts';
import { giveTryBack, takeTry } from './network-tries.ts';
import { createMemoryLimiter } from './rate-limiter.ts';

const limit = { count: 3, seconds: 600 };
const counted = { name: 'tries', limit };
const [of56, of48] = [3 * limits.triesOf56.most, 3 * limits.triesOf48.most];

const address = (home: number, net: number) => networksOf(`2001:db8:1:${(home * 256 + net).toString(16)}::1`);
const times = (count: number) => Array.from({ length: count }, (_, n) => n);

test('a home has the tries of its own /56, however many networks it has, and a /48 those of a /48', async () => {
  const limiter = createMemoryLimiter();
  const taken = async (home: number) => {
    let count = 0;
    for (const net of times(20)) if ((await takeTry(limiter, address(home, net), counted)) === 0) count += 1;
    return count;
  };
  expect(await taken(0)).toBe(of56);
  expect(await taken(1)).toBe(of56);
  expect(await taken(2)).toBe(of48 - 2 * of56);
  expect(await takeTry(limiter, networksOf('2001:db8:2::1'), counted), 'another /48').toBe(0);
});

test('a refused try takes nothing from the wider networks, nor from another one in them', async () => {
  const limiter = createMemoryLimiter();
  for (const _ of times(50)) await takeTry(limiter, address(0, 0), counted);
  expect(await takeTry(limiter, address(0, 1), counted)).toBe(0);
  for (const net of times(50)) await takeTry(limiter, address(0, net), counted);
  for (const n of times(3)) expect(await takeTry(limiter, address(1, 0), counted), `try ${n}`).toBe(0);
});

test('a try that is given back counts nowhere', async () => {
  const limiter = createMemoryLimiter();
  for (const n of times(60)) {
    expect(await takeTry(limiter, address(0, n % 4), counted)).toBe(0);
    await giveTryBack(limiter, address(0, n % 4), counted);
  }
});

test('tries at several accounts from one network count apart', async () => {
  const limiter = createMemoryLimiter();
  for (const n of times(20))
    expect(await takeTry(limiter, networksOf('192.0.2.1'), { ...counted, account: `user ${n}` })).toBe(0);
});
