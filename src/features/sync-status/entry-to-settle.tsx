import { chakra } from '@chakra-ui/react';
import type { OutboxEntry } from '#store/database/records';
import * as texts from '#texts/entries';
import { Comparison } from './comparison.tsx';
import { EntryActions } from './entry-actions.tsx';
import { accountNameOf, differencesOf, factsOf, type Names } from './entry-comparison.ts';
import { describeOutcome, entryTitle, listsRows } from './entry-description.ts';
import { Facts } from './facts.tsx';
import { RowsNotTaken } from './rows-not-taken.tsx';
import { transferFacts, transferIn } from './transfer-entry.ts';
import { useAllowed } from './use-allowed.ts';
import { useEntrySubject } from './use-entry-subject.ts';
import { useRowsNotTaken } from './use-rows-not-taken.ts';

/**
 * An entry that the server did not take as it was: its values, the values that stand instead, and the user's choices.
 */
export function EntryToSettle(props: {
  entry: OutboxEntry;
  names: Names;
  /** Names of accounts that are no longer on this device. */
  gone: Names;
}) {
  const { entry, names, gone } = props;
  const subject = useEntrySubject(entry);
  const rows = useRowsNotTaken(entry);
  const title = entryTitle(entry);
  const roleAllows = useAllowed(subject);
  const allowed = rows ? rows.some(({ isAllowed }) => isAllowed) : roleAllows;
  const shown = new Map([...[...gone].map(([id, name]) => [id, texts.goneName(name)] as const), ...names]);
  // Each of many has its own.
  const differences = listsRows(entry) ? [] : differencesOf(entry, shown);
  const transfer = transferIn(entry);
  const facts = transfer ? transferFacts(transfer, shown) : subject ? factsOf(subject.meant, shown) : [];
  const known = {
    account: subject && accountNameOf(subject, names),
    gone: subject && accountNameOf(subject, gone),
    allowed: allowed === true,
  };
  return (
    <chakra.li p="3" borderRadius="md" bg="warning.soft" aria-label={title} data-to-settle>
      <chakra.p fontWeight="medium" overflowWrap="anywhere">
        {title}
      </chakra.p>
      {rows ? (
        <RowsNotTaken entry={entry} rows={rows} />
      ) : (
        <>
          <chakra.p mt="0.5">
            {subject ? describeOutcome(entry, { ...known, brief: differences.length > 0 }) : '\u00a0'}
          </chakra.p>
          {differences.length > 0 ? <Comparison differences={differences} /> : <Facts facts={facts} />}
        </>
      )}
      {subject && (
        <EntryActions
          entry={entry}
          subject={subject}
          facts={facts}
          outcome={describeOutcome(entry, known)}
          allowed={allowed}
        />
      )}
    </chakra.li>
  );
}
