import { importing } from './support/simulation/importing.ts';
import { historiesEndWell } from './support/simulation/lives.ts';

const mustStrike = [
  'a row of a file that was here already',
  'a row of a file that was linked',
  'a row of a file that became a side of a transfer',
  'a deleted row of a file that somebody wanted again',
  'an import that was reverted',
  'a revert that took a transfer apart',
  'a revert that asks about changed rows',
  'a redo',
];
const numRuns = Number(process.env.HISTORIES ?? 120);
historiesEndWell(23, 'in which people import files', importing, { numRuns, mustStrike });
