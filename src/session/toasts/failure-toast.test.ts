import { expect, test } from 'vitest';
import { failureToast } from './failure-toast.ts';

test('any other error has the words that the specification asks for', () => {
  expect(failureToast('Failed', new Error('The disk cannot be read.'), 'Nothing known')).toEqual({
    title: 'Failed',
    description: 'The disk cannot be read.',
    tone: 'error',
  });
  expect(failureToast('Failed', null, 'Nothing known').description).toBe('Nothing known');
});
