import { keptHistoriesEndAlike } from './support/simulation/kept-on-both.ts';

keptHistoriesEndAlike(3);
