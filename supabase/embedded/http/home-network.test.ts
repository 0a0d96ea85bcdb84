import { expect, test } from 'vitest';
import { networkOf } from './caller-address.ts';
import { homeNetworkOf } from './home-network.ts';

test.each([
  ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
  ['2001:db8:1:201::1', '2001:db8:1:200::/56'],
  ['2001:db8:1:301::1', '2001:db8:1:300::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['192.0.2.1', '192.0.2.1'],
  ['unknown', 'unknown'],
])('%s is in the home %s', (address, home) => {
  expect(homeNetworkOf(networkOf(address))).toBe(home);
});
