/**
 * Keys outlive the reader. Each list was written by the code of a release, and stays as it is. That of 0.2.0 has the
 * files that it read right. Later ones have all files that were ours then.
 */
import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { everyBankFileName, keysOfBankFile } from '../../../tests/support/bank-files.ts';
import { folderOf, releases } from '../../../tests/support/released-data.ts';

const Keys = v.record(v.string(), v.array(v.array(v.string())));
const lists = [
  ['0.2.0', new URL('../../../tests/fixtures/import-keys-0.2.0.json', import.meta.url)] as const,
  ...releases.map((release) => [release, new URL(`file://${folderOf(release)}/import-keys.json`)] as const),
].filter(([, file]) => existsSync(file));

describe.each(lists)('what %s read', (_release, file) => {
  const released = v.parse(Keys, JSON.parse(readFileSync(file, 'utf8')));

  it.each(Object.entries(released))('%s has the same keys', (name, keys) => {
    expect(keysOfBankFile(name)).toEqual(keys);
  });

  it('is still among our files', () => {
    expect(Object.keys(released).filter((name) => !everyBankFileName().includes(name))).toEqual([]);
    expect(Object.values(released).flat(2).length).toBeGreaterThan(70);
  });
});
