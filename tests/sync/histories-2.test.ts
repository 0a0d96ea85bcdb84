import { historiesEndWell } from './support/simulation/lives.ts';
import { meetings } from './support/simulation/meetings.ts';

// One of the engine's faults shows only in the 110th (tests/mutation/oracle-mutants.ts).
const numRuns = Number(process.env.HISTORIES ?? 240);
const mustStrike = ['a mutation of v0.1.0 that was applied', 'a mutation of v0.1.0 that was superseded'];
historiesEndWell(2, 'in which people change the same rows', meetings, { numRuns, mustStrike });
