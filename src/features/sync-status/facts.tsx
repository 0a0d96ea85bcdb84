import { chakra } from '@chakra-ui/react';
import type { Fact } from '../../session/entries/entry-comparison.ts';

/** These fields are already in the entry's title. */
const TOLD = ['amount', 'description', 'name', 'email'];

/** What is known of a row, beside its title. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const others = facts.filter(({ field }) => !TOLD.includes(field)).map(({ value }) => value);
  if (others.length === 0) return null;
  return (
    <chakra.p mt="1" fontSize="xs" color="fg.muted" overflowWrap="anywhere">
      {others.join(' · ')}
    </chakra.p>
  );
}
