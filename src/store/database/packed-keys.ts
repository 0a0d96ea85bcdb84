/** How import keys are stored. There may be 100,000, and nearly all of them made a row that is here. */
import type { StoredKey } from './records.ts';

type PackedKey = [key: string, made: number, fate?: StoredKey['fate'], rowId?: string | null];

export const KEYS_WITHOUT_NAMES = {
  pack: ({ key, made, fate, rowId }: StoredKey): PackedKey =>
    fate === 'here' && rowId === null ? [key, made] : [key, made, fate, rowId],
  unpack: ([key, made, fate = 'here', rowId = null]: PackedKey): StoredKey => ({ key, made, fate, rowId }),
};
