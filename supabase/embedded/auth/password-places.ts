/**
 * Hashing a password, or comparing one, takes a processor for some 70 ms. The hash itself is native code on one of
 * libuv's four threads, which Node also needs for files and names. So few requests hash at once, few wait, and the
 * others hear when to come again. Networks take turns. They get a place before anything is looked up, so a full queue
 * tells nothing of an account.
 */
import { type Networks, widestOf } from '../http/caller-address.ts';
import { createFairQueue, QueueFull } from '../http/fair-queue.ts';
import { limits } from '../http/limits.ts';

export type PasswordPlaces = {
  /** Runs `work`, which may hash one password after the other. Null when there was no place. */
  run<T>(networks: Networks, work: () => Promise<T>): Promise<T | null>;
};

export function createPasswordPlaces(): PasswordPlaces {
  const { passwordsAtOnce, passwordsWaiting } = limits;
  const queue = createFairQueue(passwordsAtOnce.most, passwordsAtOnce.most, { mostWaiting: passwordsWaiting.most });
  return {
    async run(networks, work) {
      try {
        return await queue.run(widestOf(networks), work);
      } catch (error) {
        if (error instanceof QueueFull) return null;
        throw error;
      }
    },
  };
}
