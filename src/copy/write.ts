/** Writes a copy. The parts of the text come one after another, so a long file is encrypted part by part. */
import { Lock } from './encryption.ts';
import { type Copy, FORMAT, VERSION } from './format.ts';
import { layOut } from './layout.ts';

/** The parts of the file's text. With a passphrase, the file tells only its format and when it was made. */
export async function* writeCopy(copy: Copy, passphrase?: string): AsyncGenerator<string> {
  const { transactions, ...head } = copy;
  const plain = layOut(head, 'transactions', transactions);
  if (passphrase === undefined) return yield* plain;
  const { lock, encryption } = await Lock.make(passphrase);
  const { exportedAt } = head;
  yield* layOut({ format: FORMAT, version: VERSION, exportedAt, encryption }, 'chunks', chunks(lock, plain));
}

async function* chunks(lock: Lock, parts: AsyncIterable<string>): AsyncGenerator<string> {
  let number = 1;
  let waiting: string | null = null;
  for await (const part of parts) {
    if (waiting !== null) yield await lock.encrypt(waiting, number++, false);
    waiting = part;
  }
  yield await lock.encrypt(waiting ?? '', number, true);
}
