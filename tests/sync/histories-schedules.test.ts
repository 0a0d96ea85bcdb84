import { historiesEndWell } from './support/simulation/lives.ts';
import { scheduling } from './support/simulation/scheduling.ts';

const mustStrike = [
  'a schedule',
  'an occurrence that a device added by itself',
  'an occurrence that somebody added',
  'a skip',
];
const numRuns = Number(process.env.HISTORIES ?? 150);
historiesEndWell(31, 'in which entries repeat', scheduling, { numRuns, mustStrike });
