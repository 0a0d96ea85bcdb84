/** Passwords are hashed by native code. Those that releases hashed in JavaScript go on opening their accounts. */
import { performance } from 'node:perf_hooks';
import bcrypt from 'bcryptjs';
import { expect, test } from 'vitest';

/** Made by bcryptjs 3.0.3, which releases 0.1.0 and 0.2.0 brought along. */
const made: readonly [password: string, hash: string][] = [
  ['correct horse battery', '$2b$04$TdC4cwrZPK/tddPyoZ4JaO2ChdiJDxER3q3e7vEsCPmIfiW0ZHej6'],
  ['pässwörd 😀', '$2b$04$bimVyWXMzwDSkLUwKlOaxeD5tPX.j3EH0wAMR1kCi5doKdCcbFZr6'],
  [' spaces ', '$2b$04$pbIQsN4RxZXBjNXL8i/8SOFhqgYy1Q3f37eCbYdcx.R7guqV2YdP2'],
  ['nul\u0000inside', '$2b$04$5zuiIe2Sh2ejYRLtE8stjeuGe6f4GC8hWOLgrF275amKD.3MlGbkK'],
  ['x'.repeat(80), '$2b$04$lPqQjJl8AbTrU6CTCANPe.xYBlBA9jaJ2hFhJUa8cdTGpIVyFxii2'],
];

test.each(made)('%j opens with the hash that a release made, in each of its spellings', async (password, hash) => {
  for (const prefix of ['$2b$', '$2a$', '$2y$']) {
    expect(await bcrypt.compare(password, hash.replace('$2b$', prefix))).toBe(true);
    expect(await bcrypt.compare(`!${password}`, hash.replace('$2b$', prefix))).toBe(false);
  }
});

test('a hash of today has the form of those, and what is no hash opens nothing', async () => {
  expect(await bcrypt.hash('correct horse battery', 10)).toMatch(/^\$2b\$10\$[./A-Za-z0-9]{53}$/);
  for (const none of ['', 'x', '$2b$10$short', 'x'.repeat(60)]) expect(await bcrypt.compare('x', none)).toBe(false);
});

test('hashing leaves this thread to others', async () => {
  const before = performance.eventLoopUtilization();
  await Promise.all([bcrypt.hash('one', 12), bcrypt.hash('two', 12)]);
  // JavaScript would be at 1.
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.8);
});
