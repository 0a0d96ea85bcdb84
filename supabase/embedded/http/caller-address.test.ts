import { expect, test } from 'vitest';
import { createCallerAddress, homeNetworkOf, localProxies, networkOf, networksOf, widestOf } from './caller-address.ts';

const from = (remoteAddress: string | undefined, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

test('without proxies, the caller is the address of the connection', () => {
  const addressOf = createCallerAddress(null);
  expect(addressOf(from('127.0.0.1', '192.0.2.1'))).toBe('127.0.0.1');
  expect(addressOf(from(undefined))).toBeNull();
});

test('behind a proxy on this machine, the caller is the last hop, in either form of the proxy’s address', () => {
  const addressOf = createCallerAddress(localProxies);
  for (const proxy of ['127.0.0.1', '::ffff:127.0.0.1', '::1']) {
    expect(addressOf(from(proxy, '203.0.113.9, 192.0.2.1'))).toBe('192.0.2.1');
    expect(addressOf(from(proxy))).toBe(proxy);
  }
  expect(addressOf(from('192.0.2.7', '192.0.2.1'))).toBe('192.0.2.7');
});

test('other proxies are trusted when their address or network is named', () => {
  const addressOf = createCallerAddress('10.88.0.0/16, 2001:db8::1');
  expect(addressOf(from('10.88.0.1', '192.0.2.1'))).toBe('192.0.2.1');
  expect(addressOf(from('2001:db8::1', '192.0.2.1'))).toBe('192.0.2.1');
  expect(addressOf(from('10.89.0.1', '192.0.2.1'))).toBe('10.89.0.1');
  expect(addressOf(from('127.0.0.1', '192.0.2.1'))).toBe('127.0.0.1');
});

test('a proxy setting that is no address is refused', () => {
  expect(() => createCallerAddress('proxy.example.org')).toThrow('proxy.example.org is no address');
  expect(() => createCallerAddress('10.0.0.0/x')).toThrow('10.0.0.0/x is no address');
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::7]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
  ['unknown', 'unknown'],
  ['2001:db8::1::2', '2001:db8::1::2'],
  [null, ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('an IPv6 address is in a /56 and a /48, too, and an IPv4 address in nothing wider', () => {
  const networks = networksOf('2001:db8:1:2fa::7');
  expect(networks).toEqual({
    own: '2001:db8:1:2fa::/64',
    wider: [
      { network: '2001:db8:1:200::/56', bits: 56 },
      { network: '2001:db8:1::/48', bits: 48 },
    ],
  });
  expect(widestOf(networks)).toBe('2001:db8:1::/48');
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1'])
    expect(networksOf(address)).toEqual({ own: '192.0.2.1', wider: [] });
  expect(widestOf(networksOf('192.0.2.1'))).toBe('192.0.2.1');
});

test.each([
  ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
  ['2001:db8:1:201::1', '2001:db8:1:200::/56'],
  ['2001:db8:1:301::1', '2001:db8:1:300::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['192.0.2.1', '192.0.2.1'],
  ['unknown', 'unknown'],
])('%s is in the home %s', (address, home) => {
  expect(homeNetworkOf(address)).toBe(home);
});
