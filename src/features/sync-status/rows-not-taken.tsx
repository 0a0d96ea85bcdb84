import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { keepMatch } from '#store/commands/entries/match-keep';
import type { OutboxEntry } from '#store/database/records';
import type { RowNotTaken } from '#store/queries/entries/rows-not-taken';
import * as texts from '#texts/sync/not-taken';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import { rowTitle } from '../../session/entries/entry-description.ts';
import { useActor, useDatabase } from '../../session/session.ts';

/** As many as a user looks through at once; a button shows more. */
const STEP = 5;

/** Each transaction that was not taken, with the reason, and with what only that one offers. */
export function RowsNotTaken(props: { entry: OutboxEntry; rows: readonly { row: RowNotTaken; reason: string }[] }) {
  const { entry, rows } = props;
  const [shown, setShown] = useState(STEP);
  const more = rows.length - shown;
  return (
    <>
      <chakra.ul mt="2" display="flex" flexDirection="column" gap="2" listStyle="none" fontSize="xs">
        {rows.slice(0, shown).map(({ row, reason }) => (
          <chakra.li key={row.reported.id} overflowWrap="anywhere">
            <chakra.p fontWeight="medium">{rowTitle(row)}</chakra.p>
            <chakra.p color="fg.muted">{reason}</chakra.p>
            {row.other && row.current && row.operation.kind === 'patch' && <KeepOne entry={entry} row={row} />}
          </chakra.li>
        ))}
      </chakra.ul>
      {more > 0 && (
        <Button variant="ghost" size="sm" block mt="1" onClick={() => setShown(shown + STEP)}>
          {texts.showMore(more)}
        </Button>
      )}
    </>
  );
}

/** Two transactions stand for one line of a file, so their money counts twice until the user keeps one. */
function KeepOne({ entry, row }: { entry: OutboxEntry; row: RowNotTaken }) {
  const database = useDatabase();
  const actor = useActor();
  const keepOnly = async (keep: 'own' | 'other') => {
    const answer = await keepMatch(database, actor, { mutationId: entry.id, id: row.reported.id, keep }).catch(
      () => null,
    );
    if (answer?.ok) showToast({ title: texts.KEPT, tone: 'success' });
    else showToast({ title: texts.NOT_KEPT, description: texts.NOT_KEPT_WHY, tone: 'error' });
  };
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1.5" mt="1">
      <Button variant="outline" size="sm" onClick={() => void keepOnly('own')}>
        {texts.KEEP_OWN}
      </Button>
      <Button variant="outline" size="sm" onClick={() => void keepOnly('other')}>
        {texts.KEEP_OTHER}
      </Button>
    </chakra.div>
  );
}
