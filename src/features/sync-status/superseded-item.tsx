import { chakra } from '@chakra-ui/react';
import { useCallback } from 'react';
import type { Notice } from '#domain/mutations/notices';
import { readNotice } from '#store/commands/notices/notice-read';
import { takeBackNotice } from '#store/commands/notices/notice-take-back';
import { readNoticeSubject } from '#store/queries/entries/notice-subject';
import * as actions from '#texts/actions';
import * as entryActions from '#texts/sync/entry-actions';
import * as texts from '#texts/sync/superseded';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import { Unbroken } from '#ui/unbroken';
import { factsOf, type Names } from '../../session/entries/entry-comparison.ts';
import { useActor, useDatabase } from '../../session/session.ts';
import { Comparison } from './comparison.tsx';
import { Facts } from './facts.tsx';
import { differencesIn, supersededReason, supersededTitle } from './superseded-description.ts';
import { useReadOnce } from './use-read-once.ts';
import { useReconciledFirst } from './use-reconciled-first.ts';

const TAKE_BACK = { edited: entryActions.USE_MINE, deleted: entryActions.RESTORE, revived: entryActions.DELETE_AGAIN };

/** What became of the user's action: both values, and one tap to decide. */
export function SupersededItem({ notice, names }: { notice: Notice; names: Names }) {
  const database = useDatabase();
  const read = useCallback((one: Notice) => readNoticeSubject(database, one), [database]);
  const subject = useReadOnce(read, notice);
  const { kind, lost } = notice;
  const title = supersededTitle(notice, subject);
  const differences = kind === 'deleted' ? [] : differencesIn(notice, subject, names);
  const isBack = kind === 'revived';
  return (
    <chakra.li p="3" borderRadius="md" bg="warning.soft" aria-label={title} data-to-settle>
      <chakra.p fontWeight="medium" overflowWrap="anywhere">
        <Unbroken>{title}</Unbroken>
      </chakra.p>
      <chakra.p mt="0.5" overflowWrap="anywhere">
        {supersededReason(notice)}
      </chakra.p>
      {(isBack || differences.length === 0) && <Facts facts={factsOf(subject?.meant ?? lost, names)} />}
      {differences.length > 0 && <Comparison differences={differences} isBack={isBack} />}
      <Choices notice={notice} canTakeBack={subject?.canTakeBack} />
    </chakra.li>
  );
}

/** `canTakeBack` is undefined until it is known. Buttons that appear one after the other would move under a finger. */
function Choices({ notice, canTakeBack }: { notice: Notice; canTakeBack: boolean | undefined }) {
  const database = useDatabase();
  const actor = useActor();
  const { askFirst, question } = useReconciledFirst();
  const decide = async (command: typeof takeBackNotice | typeof readNotice) => {
    try {
      const answer = await command(database, actor, { id: notice.id });
      if (!answer.ok) showToast({ title: texts.NOT_POSSIBLE, description: texts.NOT_POSSIBLE_WHY, tone: 'error' });
    } catch {
      showToast({ title: texts.NOT_SAVED, description: texts.NOT_SAVED_WHY, tone: 'error' });
    }
  };
  const takeBack = () => {
    const go = () => void decide(takeBackNotice);
    askFirst(notice.rowId, notice.kind === 'revived' ? 'delete' : 'change', go);
  };
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1.5" mt="2" minHeight={{ base: '11', lg: '8' }}>
      {canTakeBack && (
        <Button variant="outline" color="fg" size="sm" px="2.5" onClick={takeBack}>
          {TAKE_BACK[notice.kind]}
        </Button>
      )}
      {canTakeBack !== undefined && (
        <Button variant="ghost" color="fg" size="sm" px="2.5" onClick={() => void decide(readNotice)}>
          {actions.DISMISS}
        </Button>
      )}
      {question}
    </chakra.div>
  );
}
