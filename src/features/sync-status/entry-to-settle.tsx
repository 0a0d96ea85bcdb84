import { chakra } from '@chakra-ui/react';
import type { OutboxEntry } from '#store/database/records';
import type { EntrySubject } from '#store/queries/rows/entry-subject';
import * as texts from '#texts/sync/entries';
import * as actions from '#texts/sync/entry-actions';
import { Unbroken } from '#ui/unbroken';
import {
  accountNameOf,
  changesOfRevived,
  type Difference,
  differencesOf,
  type Fact,
  factInWords,
  factsOf,
  type Names,
  splitEnded,
  wantedOf,
} from '../../session/entries/entry-comparison.ts';
import { entryTitle, listsRows, rowTitle } from '../../session/entries/entry-description.ts';
import { describeOutcome, describeRow } from '../../session/entries/outcome.ts';
import { transferFacts, transferIn } from '../../session/entries/transfer-entry.ts';
import { Comparison } from './comparison.tsx';
import { EntryActions } from './entry-actions.tsx';
import { Facts } from './facts.tsx';
import { RowsNotTaken } from './rows-not-taken.tsx';
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
  const now = useAllowed(entry, subject);
  // Each of many has its own.
  const ofMany = listsRows(entry);
  const allowed = ofMany ? rows?.some(({ obstacle }) => obstacle === null) : now && now.obstacle === null;
  const shown = new Map([...[...gone].map(([id, name]) => [id, texts.goneName(name)] as const), ...names]);
  const differences = ofMany ? [] : differencesWithSplit(entry, subject, shown);
  const facts = ofMany ? wantedOf(entry.operations, shown) : factsOfOne(entry, subject, shown);
  const access = subject &&
    now && { account: accountNameOf(subject, names), gone: accountNameOf(subject, gone), ...now };
  const known = access ? { subject, access } : {};
  const reasons = rows?.map((row) => ({ row, reason: describeRow(row, { ...entry, names, gone }) }));
  return (
    <chakra.li p="3" borderRadius="md" bg="warning.soft" aria-label={title} data-to-settle>
      <chakra.p fontWeight="medium" overflowWrap="anywhere">
        <Unbroken>{title}</Unbroken>
      </chakra.p>
      {reasons ? (
        <>
          {facts.length > 0 && (
            <chakra.p mt="0.5" overflowWrap="anywhere">
              {facts.map(factInWords).join(' · ')}
            </chakra.p>
          )}
          <RowsNotTaken entry={entry} rows={reasons} />
        </>
      ) : (
        <>
          <chakra.p mt="0.5">
            <Unbroken>
              {access ? describeOutcome(entry, { ...known, brief: differences.length > 0 }) : '\u00a0'}
            </Unbroken>
          </chakra.p>
          {differences.length > 0 ? <Comparison differences={differences} /> : <Facts facts={facts} />}
          <SinceDeleted entry={entry} subject={subject} names={shown} />
        </>
      )}
      {subject && (
        <EntryActions
          entry={entry}
          subject={subject}
          facts={facts}
          outcome={
            reasons?.map(({ row, reason }) => actions.fact(rowTitle(row), reason)).join('\n') ??
            describeOutcome(entry, known)
          }
          allowed={allowed}
        />
      )}
    </chakra.li>
  );
}

/** What was changed in a row that the user had deleted and that is back. */
function SinceDeleted({ entry, subject, names }: { entry: OutboxEntry; subject: EntrySubject | null; names: Names }) {
  const changes = subject ? changesOfRevived(entry, subject, names) : [];
  return changes.length > 0 && <Comparison differences={changes} isBack />;
}

/** “Use mine” may end a split, so the user sees that before. */
function differencesWithSplit(entry: OutboxEntry, subject: EntrySubject | null, names: Names): Difference[] {
  const differences = differencesOf(entry, names);
  const ended = differences.length > 0 && subject ? splitEnded(subject) : null;
  return ended ? [...differences, ended] : differences;
}

function factsOfOne(entry: OutboxEntry, subject: EntrySubject | null, names: Names): Fact[] {
  const transfer = transferIn(entry);
  if (transfer) return transferFacts(transfer, names);
  return subject ? factsOf(subject.meant, names) : [];
}
