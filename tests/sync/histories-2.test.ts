import { historiesEndWell } from './support/simulation/lives.ts';
import { meetings } from './support/simulation/meetings.ts';

const mustStrike = [
  'a mutation of v0.1.0 that was applied',
  'a mutation of v0.1.0 that was superseded',
  'a schedule',
  'an occurrence that a device added by itself',
  'an occurrence that somebody added',
  'a skip',
  'an entry in the place of an occurrence',
];
historiesEndWell(2, 'in which people change the same rows', meetings, { mustStrike });
