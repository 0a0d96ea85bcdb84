import { historiesEndWell } from './support/simulation/lives.ts';
import { histories } from './support/simulation/step.ts';

const mustStrike = [
  'a page that ended in a sync',
  'a page that ended while something was entered',
  'a deed without room',
  'a sync without room',
  'a database that was removed in a session',
  'a row that this version cannot read',
  'a replica with unread rows that was compared',
  'an update that can read the rows',
  'a server of an older version',
  'two categories that become one',
  'a refund',
  'a row that becomes a refund, or ends to be one',
  'a schedule',
  'an occurrence that a device added by itself',
];
historiesEndWell(1, 'of 2 to 5 devices, with every fault,', histories, { mustStrike });
