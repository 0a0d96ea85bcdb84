import { historiesEndWell } from './support/simulation/lives.ts';
import { many } from './support/simulation/many.ts';

const mustStrike = [
  'a mutation of many rows',
  'a deed with more rows than one mutation takes',
  'a row of many that was not taken',
  'a form that was saved after its category had been renamed',
  'a form over which a newer row came',
  'a rename in several accounts',
  'an undo of a rename',
  'two categories that become one',
  'an undo of a merge',
  'an undo of an older deed before a later one',
  'an undo of many rows',
  'a redo of many rows',
  'a copy that was restored into new accounts',
  'a copy that was restored where its accounts are',
  'a copy that brought back what was deleted since',
  'a transfer that was brought along',
  'a tombstone in a response with more to come',
  'an account that was handed over',
  'a schedule',
  'an occurrence that a device added by itself',
  'an entry in the place of an occurrence',
];
const numRuns = Number(process.env.HISTORIES ?? 150);
historiesEndWell(4, 'with deeds that concern much at once', many, { numRuns, mustStrike });
