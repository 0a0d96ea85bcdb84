/** The people whose devices are recorded. Each has the same id in every release. */
import type { Person } from '../../../sync/support/simulated-device.ts';

const person = (name: string, digit: string): Person => ({
  userId: `00000000-0000-4000-8000-00000000000${digit}`,
  userEmail: `${name}@example.org`,
});

export const ANNA = person('anna', 'a');
export const BEN = person('ben', 'b');
export const CARA = person('cara', 'c');
export const DAVE = person('dave', 'd');
/** Shares with nobody. The server loses what she entered. */
export const LENA = person('lena', 'e');
export const EVERYBODY = [ANNA, BEN, CARA, DAVE, LENA];
