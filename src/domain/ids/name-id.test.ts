import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { nameId, uuidV5 } from './name-id.ts';
import { sha1 } from './sha1.ts';

it('SHA-1 agrees with the platform’s on bytes of any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(Buffer.from(sha1(bytes)).toString('hex')).toBe(createHash('sha1').update(bytes).digest('hex'));
    }),
  );
});

it('UUIDv5 agrees with the published examples', () => {
  const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  expect(uuidV5(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  expect(uuidV5(DNS, 'python.org')).toBe('886313e1-3b8a-5372-9b90-0c9aee199e5d');
});

it('the same name gives the same id', () => {
  expect(nameId('account:a')).toBe(nameId('account:a'));
  expect(nameId('account:a')).not.toBe(nameId('account:b'));
});
