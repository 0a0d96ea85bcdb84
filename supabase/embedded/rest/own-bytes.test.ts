import { expect, test } from 'vitest';
import { ownBytes } from './own-bytes.ts';

const kilobytes64 = Buffer.alloc(64 * 1024, 'x');

test('a short answer does not keep the piece of memory that it came in', () => {
  const answer = ownBytes(kilobytes64.subarray(100, 110));
  expect(answer.toString()).toBe('xxxxxxxxxx');
  expect(answer.buffer.byteLength).toBe(10);
});

test('an answer that fills its piece of memory is not copied', () => {
  const answer = kilobytes64.subarray(100);
  expect(ownBytes(answer)).toBe(answer);
});
