import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Notice } from '#domain/mutations/notices';
import { readRowNames } from '#store/queries/rows/row-names';
import * as texts from '#texts/sync/superseded';
import { Button } from '#ui/button';
import type { Names } from '../../session/entries/entry-comparison.ts';
import { useDatabase } from '../../session/session.ts';
import { SupersededItem } from './superseded-item.tsx';
import { useDismissAll } from './use-dismiss-all.ts';

const NO_NAMES: Names = new Map();

/** The user's applied actions instead of which somebody's later action stands, oldest first. */
export function SupersededList({ notices }: { notices: readonly Notice[] }) {
  const database = useDatabase();
  const names = useLiveQuery(() => readRowNames(database), [database], NO_NAMES);
  const dismissAll = useDismissAll();
  return (
    <div>
      <chakra.ul display="flex" flexDirection="column" gap="2" listStyle="none">
        {notices.map((notice) => (
          <SupersededItem key={notice.id} notice={notice} names={names} />
        ))}
      </chakra.ul>
      {notices.length > 1 && (
        <Button variant="ghost" size="sm" block mt="2" onClick={() => void dismissAll(notices)}>
          {texts.DISMISS_ALL}
        </Button>
      )}
    </div>
  );
}
