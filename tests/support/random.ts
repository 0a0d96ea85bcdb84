/** The only way to fast-check: random properties draw the same cases in every run, from the seed of seeds.ts. */
import fc from 'fast-check';
import { SEED } from './seeds.ts';

fc.configureGlobal({ seed: SEED });

export default fc;
