import { chakra } from '@chakra-ui/react';
import type { OutboxEntry } from '#store/outbox';
import * as texts from '#texts/entry-actions';
import { EntryActions } from './entry-actions.tsx';
import { accountNameOf, type Difference, differencesOf, type Fact, factsOf, type Names } from './entry-comparison.ts';
import { describeEntry, describeOutcome } from './entry-description.ts';
import { useEntrySubject } from './use-entry-subject.ts';

/** Something that the server did not take as it was: what it says, what stands instead, and what the user can make of it. */
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

/** Both values of every field in which somebody's newer word stands. */
function Comparison({ differences }: { differences: readonly Difference[] }) {
  return (
    <chakra.table width="full" mt="2" fontSize="xs" css={{ '& :is(th, td)': { paddingBlock: '0.125rem' } }}>
      <thead>
        <chakra.tr color="fg.muted" textAlign="start">
          <chakra.th width="30%" />
          <chakra.th scope="col" width="35%" textAlign="start" fontWeight="normal">
            {texts.YOURS}
          </chakra.th>
          <chakra.th scope="col" textAlign="start" fontWeight="normal">
            {texts.STANDS}
          </chakra.th>
        </chakra.tr>
      </thead>
      <tbody>
        {differences.map(({ label, mine, theirs }) => (
          <chakra.tr key={label} verticalAlign="top">
            <chakra.th scope="row" textAlign="start" fontWeight="normal" color="fg.muted">
              {label}
            </chakra.th>
            <chakra.td overflowWrap="anywhere" pe="2">
              {mine}
            </chakra.td>
            <chakra.td overflowWrap="anywhere">{theirs}</chakra.td>
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

/** In the entry's title already. */
const TOLD = ['amount', 'description', 'name', 'email'];

function Facts({ facts }: { facts: readonly Fact[] }) {
  const others = facts.filter(({ field }) => !TOLD.includes(field)).map(({ value }) => value);
  if (others.length === 0) return null;
  return (
    <chakra.p mt="1" fontSize="xs" color="fg.muted" overflowWrap="anywhere">
      {others.join(' · ')}
    </chakra.p>
  );
}
