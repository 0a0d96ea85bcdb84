/** A kind of random histories, and how one of a seed is lived. */
import fc from '../support/random.ts';
import { firstLines } from '../support/test-report.ts';
import type { Failure } from './crew.ts';

/** Looking for a smaller history that fails may take so long. */
const SHRINKING_MS = 180_000;

export interface Kind {
  name: string;
  /** One of so many seeds has a history of this kind. */
  every: number;
  /** Lives the seed's history. `trying` is told each history before it is lived, as JSON. Null if it ends well. */
  live(seed: number, trying: (history: string) => void): Promise<Failure | null>;
}

interface Described<History> {
  name: string;
  /** Is added to the seed, so that the kinds draw differently. */
  part: number;
  every: number;
  histories: fc.Arbitrary<History>;
  /** Throws if the history goes wrong. */
  live(history: History): Promise<void>;
}

export function kind<History>({ name, part, every, histories, live }: Described<History>): Kind {
  return {
    name,
    every,
    async live(seed, trying) {
      const property = fc.asyncProperty(histories, async (history) => {
        trying(JSON.stringify(history));
        await live(history);
      });
      const limits = { numRuns: 1, interruptAfterTimeLimit: SHRINKING_MS };
      const { counterexample, errorInstance } = await fc.check(property, { ...limits, seed: seed + part });
      if (!counterexample) return null;
      const isError = errorInstance instanceof Error;
      const said = firstLines(isError ? errorInstance.message : String(errorInstance));
      const whole = isError ? (errorInstance.stack ?? said) : said;
      return { said, whole, history: JSON.stringify(counterexample[0]) };
    },
  };
}
