import { LARGEST } from '../../import/largest.ts';
import type { ChosenFile } from '../../import/worker/messages.ts';

/**
 * The bytes of chosen files, one after the other. What is too large, beside the others, is not even opened. What the
 * browser cannot open stops no other file: browsers hand over a dropped folder as if it were one.
 */
export async function readBytes(files: readonly File[]): Promise<ChosenFile[]> {
  const read: ChosenFile[] = [];
  let left = LARGEST;
  for (const file of files) {
    const one = file.size > left ? without(file, 'too_large') : await bytesOf(file);
    left -= one.bytes.length;
    read.push(one);
  }
  return read;
}

async function bytesOf(file: File): Promise<ChosenFile> {
  try {
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    return without(file, 'not_opened');
  }
}

function without({ name }: File, problem: NonNullable<ChosenFile['problem']>): ChosenFile {
  return { name, bytes: new Uint8Array(), problem };
}
