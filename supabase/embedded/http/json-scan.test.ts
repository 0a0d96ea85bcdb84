import { expect, test } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { JsonScan, JsonTooLarge } from './json-scan.ts';

/** Scans the text in pieces of that many bytes, as it would arrive. */
function scan(text: string, most = 1_000_000, piece = 64): JsonScan {
  const bytes = Buffer.from(text);
  const scanned = new JsonScan(most);
  for (let at = 0; at < bytes.length; at += piece) scanned.read(bytes.subarray(at, at + piece));
  return scanned;
}

/**
 * Counts keys and values as JSON.parse finds them. An object or array counts as one, plus its keys and all members but
 * the first.
 */
function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  const keys = Array.isArray(value) ? 0 : members.length;
  return members.reduce<number>((sum, member) => sum + count(member), 1 + keys + Math.max(0, members.length - 1));
}

const plainKey = fc.string({ unit: fc.constantFrom('a', 'b', '_', 'ü', ' ', '{', ',', ':'), maxLength: 12 });

test('the keys of the outermost object are those that JSON.parse finds, however the text is cut into pieces', () => {
  fc.assert(
    fc.property(
      fc.dictionary(plainKey, fc.jsonValue()),
      fc.integer({ min: 1, max: 50 }),
      fc.nat(4),
      (value, piece, indent) => {
        expect(scan(JSON.stringify(value, null, indent), 1_000_000, piece).names()).toEqual(
          new Set(Object.keys(value)),
        );
      },
    ),
  );
});

test('the scan counts exactly the keys and values that JSON.parse finds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(plainKey, fc.jsonValue()), fc.array(fc.jsonValue())), (value) => {
      const most = count(value);
      expect(() => scan(JSON.stringify(value), most)).not.toThrow();
      expect(() => scan(JSON.stringify(value), most - 1)).toThrow(JsonTooLarge);
    }),
  );
});

test.each(['[1,2]', '"text"', '{"a":1', '{"a\\u0062":1}', `{"${'x'.repeat(200)}":1}`, 'a,b\n1,2'])(
  'a body that is no object with plain keys has no names: %s',
  (text) => {
    expect(scan(text).names()).toBeNull();
  },
);

test('an empty body has an empty set of names', () => {
  expect(scan(' \n').names()).toEqual(new Set());
});

test('eight megabytes take less than half a second of processor time', () => {
  const text = JSON.stringify({ notes: Array.from({ length: 800 }, () => 'x"\\'.repeat(3000)) });
  const before = process.cpuUsage();
  scan(text, 1_000_000, 65_536);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});
