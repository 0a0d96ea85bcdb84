import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Notice } from '#domain/notices';
import { readRowNames } from '#store/queries/row-names';
import { useDatabase } from '../session/session.tsx';
import type { Names } from './entry-comparison.ts';
import { OvertakenItem } from './overtaken-item.tsx';

const NO_NAMES: Names = new Map();

/** The user's applied deeds instead of which somebody's later deed stands, oldest first. */
export function OvertakenList({ notices }: { notices: readonly Notice[] }) {
  const database = useDatabase();
  const names = useLiveQuery(() => readRowNames(database), [database], NO_NAMES);
  return (
    <chakra.ul display="flex" flexDirection="column" gap="2" listStyle="none">
      {notices.map((notice) => (
        <OvertakenItem key={notice.id} notice={notice} names={names} />
      ))}
    </chakra.ul>
  );
}
