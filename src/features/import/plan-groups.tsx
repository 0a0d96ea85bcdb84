/** The groups of the rows of a plan, by what an import would do with them. */
import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import * as texts from '#texts/import/import';
import type { Plan } from '../../import/worker/client.ts';
import type { PreviewRow } from '../../import/worker/messages.ts';

export type Group = keyof typeof texts.GROUPS;

export function isOfGroup({ state, otherSide }: PreviewRow, group: Group): boolean {
  if (group === 'transfer') return otherSide !== null;
  return group === 'all' || state === group;
}

/** How many rows each group has. What may be a transfer is also new. */
export function countsOf({ rows, unreadable }: Plan): Record<Group, number> {
  const none = { new: 0, transfer: 0, same: 0, differs: 0, here: 0, deleted: 0 };
  const counts = { ...none, all: rows.length, unreadable: unreadable.length };
  for (const { state, otherSide } of rows) {
    counts[state] += 1;
    if (otherSide) counts.transfer += 1;
  }
  return counts;
}

const ORDER = ['all', 'new', 'transfer', 'same', 'differs', 'here', 'deleted', 'unreadable'] as const;

/** The counts are the filter. */
export function Groups(props: { counts: Record<Group, number>; value: Group; onChange: (group: Group) => void }) {
  const { counts, value, onChange } = props;
  const name = useId();
  const some = ORDER.filter((group) => group === 'all' || group === 'new' || counts[group] > 0 || group === value);
  return (
    <chakra.div role="radiogroup" aria-label={texts.SHOW} display="flex" flexWrap="wrap" gap="1.5">
      {some.map((group) => (
        <chakra.label
          key={group}
          position="relative"
          display="inline-flex"
          alignItems="center"
          minHeight={{ base: '9', lg: '7' }}
          px="3"
          borderRadius="full"
          borderWidth="1px"
          borderColor="line"
          fontSize="sm"
          cursor="pointer"
          className="tabular"
          _focusWithin={{ outline: '2px solid', outlineColor: 'accent' }}
          css={{ '&:has(:checked)': { bg: 'accent.soft', color: 'accent', borderColor: 'accent' } }}
        >
          <chakra.input
            type="radio"
            name={name}
            checked={group === value}
            onChange={() => onChange(group)}
            position="absolute"
            inset="0"
            opacity="0"
            cursor="pointer"
          />
          {texts.groupCount(group, counts[group], counts.unreadable)}
        </chakra.label>
      ))}
    </chakra.div>
  );
}
