import { chakra } from '@chakra-ui/react';
import type { OutboxEntry } from '#store/database/records';
import { Comparison } from './comparison.tsx';
import { EntryActions } from './entry-actions.tsx';
import { accountNameOf, differencesOf, factsOf, type Names } from './entry-comparison.ts';
import { describeEntry, describeOutcome } from './entry-description.ts';
import { Facts } from './facts.tsx';
import { useEntrySubject } from './use-entry-subject.ts';

/**
 * An entry that the server did not take as it was: its values, the values that stand instead, and the user's choices.
 */
export function EntryToSettle({ entry, names }: { entry: OutboxEntry; names: Names }) {
  const subject = useEntrySubject(entry);
  const differences = differencesOf(entry, names);
  const facts = subject ? factsOf(subject.meant, names) : [];
  const account = (subject && accountNameOf(subject, names)) ?? null;
  return (
    <chakra.li p="3" borderRadius="md" bg="warning.soft" aria-label={describeEntry(entry)}>
      <chakra.p fontWeight="medium" overflowWrap="anywhere">
        {describeEntry(entry)}
      </chakra.p>
      <chakra.p mt="0.5">
        {subject ? describeOutcome(entry, { account, brief: differences.length > 0 }) : '\u00a0'}
      </chakra.p>
      {differences.length > 0 ? <Comparison differences={differences} /> : <Facts facts={facts} />}
      {subject && (
        <EntryActions entry={entry} subject={subject} facts={facts} outcome={describeOutcome(entry, { account })} />
      )}
    </chakra.li>
  );
}
