import { expect, test } from 'vitest';
import { createCallerAddress, localProxies } from './caller-address.ts';

const from = (remoteAddress: string | undefined, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

test('without proxies everybody is who they connect as', () => {
  const addressOf = createCallerAddress(null);
  expect(addressOf(from('127.0.0.1', '192.0.2.1'))).toBe('127.0.0.1');
  expect(addressOf(from(undefined))).toBeNull();
});

test('a proxy on this machine speaks for the last hop that it saw, in either form of its address', () => {
  const addressOf = createCallerAddress(localProxies);
  for (const proxy of ['127.0.0.1', '::ffff:127.0.0.1', '::1']) {
    expect(addressOf(from(proxy, '203.0.113.9, 192.0.2.1'))).toBe('192.0.2.1');
    expect(addressOf(from(proxy))).toBe(proxy);
  }
  expect(addressOf(from('192.0.2.7', '192.0.2.1'))).toBe('192.0.2.7');
});

test('other proxies are those that are named, by address or network', () => {
  const addressOf = createCallerAddress('10.88.0.0/16, 2001:db8::1');
  expect(addressOf(from('10.88.0.1', '192.0.2.1'))).toBe('192.0.2.1');
  expect(addressOf(from('2001:db8::1', '192.0.2.1'))).toBe('192.0.2.1');
  expect(addressOf(from('10.89.0.1', '192.0.2.1'))).toBe('10.89.0.1');
  expect(addressOf(from('127.0.0.1', '192.0.2.1'))).toBe('127.0.0.1');
});

test('what is no address is refused', () => {
  expect(() => createCallerAddress('proxy.example.org')).toThrow('proxy.example.org is no address');
  expect(() => createCallerAddress('10.0.0.0/x')).toThrow('10.0.0.0/x is no address');
});
