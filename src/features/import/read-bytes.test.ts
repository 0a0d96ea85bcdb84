import { expect, it } from 'vitest';
import { LARGEST } from '../../import/largest.ts';
import { readBytes } from './read-bytes.ts';

/** A file of so many bytes; `read` says what the browser makes of them. */
function file(name: string, size: number, read: () => Promise<ArrayBuffer>): File {
  return Object.defineProperties(new File([], name), { size: { value: size }, arrayBuffer: { value: read } });
}

const bytes = (size: number) => async () => new ArrayBuffer(size);
const refuse = async () => Promise.reject(new DOMException('A folder.', 'NotFoundError'));
const neverRead = async () => Promise.reject(new Error('was opened'));

it('a folder among the files, and what is too large beside the others, are named and take nothing along', async () => {
  const chosen = [
    file('folder', 0, refuse),
    file('a.csv', 40, bytes(40)),
    file('huge.csv', LARGEST - 39, neverRead),
    file('rest.csv', LARGEST - 40, bytes(8)),
  ];
  const read = await readBytes(chosen);
  expect(read.map((one) => [one.name, one.bytes.length, one.problem])).toEqual([
    ['folder', 0, 'not_opened'],
    ['a.csv', 40, undefined],
    ['huge.csv', 0, 'too_large'],
    ['rest.csv', 8, undefined],
  ]);
});
