/**
 * Keys outlive the reader. The list was written by the code of 0.2.0, for each file that it read right, and may only
 * grow. Files with questions were answered: the day comes first, and a comma stands before decimals.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { bankFileNames, readBankFile, statementsOf } from '../../../tests/support/bank-files.ts';
import { importKeys } from './import-key.ts';

const LIST = new URL('../../../tests/fixtures/import-keys-0.2.0.json', import.meta.url);
const released = v.parse(v.record(v.string(), v.array(v.array(v.string()))), JSON.parse(readFileSync(LIST, 'utf8')));

describe('what 0.2.0 read right', () => {
  it.each(Object.entries(released))('%s has the same keys', (name, keys) => {
    const { questions = [] } = { questions: [], ...readBankFile(name) };
    const answers = questions.length > 0 ? ({ dateOrder: 'day-first', decimalSign: ',' } as const) : {};
    expect(statementsOf(readBankFile(name, answers)).map(({ rows }) => importKeys(rows))).toEqual(keys);
  });

  it('is in the list, as far as it was a file of ours then', () => {
    expect(Object.keys(released).filter((name) => !bankFileNames().includes(name))).toEqual([]);
    expect(Object.values(released).flat(2).length).toBeGreaterThan(70);
  });
});
