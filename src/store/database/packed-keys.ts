/** How import keys are stored. There may be 100,000, and nearly all of them made a row that is here. */
import type { StoredKey } from './records.ts';

type PackedKey = [key: string, made: number, fate?: StoredKey['fate'], rowId?: string | null];

export const KEYS_WITHOUT_NAMES = {
  pack: (keys: readonly StoredKey[]): PackedKey[] =>
    keys.map(({ key, made, fate, rowId }) =>
      fate === 'here' && rowId === null ? [key, made] : [key, made, fate, rowId],
    ),
  unpack: (stored: readonly PackedKey[]): StoredKey[] =>
    stored.map(([key, made, fate = 'here', rowId = null]) => ({ key, made, fate, rowId })),
};
