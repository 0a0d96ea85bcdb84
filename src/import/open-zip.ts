/** The files in a ZIP. Banks pack one statement a day into one. */
import { unzipSync } from 'fflate';
import { LARGEST } from './largest.ts';

export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

/** A small ZIP can hold files that fill the memory. Each file is unpacked only as far as it says that it is long. */
const MOST_FILES = 1_000;

/** The files in the order of their names, or why there are none. */
export function openZip(bytes: Uint8Array): { files: NamedBytes[] } | { reason: 'broken_zip' | 'too_large' } {
  let [seen, size] = [0, 0];
  const names = new Set<string>();
  const isTooLarge = () => seen > MOST_FILES || size > LARGEST;
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ name, size: packed, originalSize }) => {
        seen++;
        const isFile = !name.endsWith('/') && !name.startsWith('__MACOSX/');
        // What is not packed is copied as far as the directory says, whatever it says of the file's length.
        if (isFile) size += Math.max(originalSize, packed);
        // Only an exception stops the library: the directory of a ZIP may promise millions of files.
        if (isTooLarge()) throw new Error('too large');
        // Of two files of one name, the library would keep one.
        if (isFile && names.has(name)) throw new Error('one name twice');
        names.add(name);
        return isFile;
      },
    });
    const files = Object.entries(unpacked).map(([name, content]) => ({ name, bytes: content }));
    return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  } catch {
    return { reason: isTooLarge() ? 'too_large' : 'broken_zip' };
  }
}
