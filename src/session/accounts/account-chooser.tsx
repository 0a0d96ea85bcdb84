import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useState } from 'react';
import type { AccountRow } from '#domain/rows';
import { foldText } from '#domain/search-text';
import { recentAccounts } from '#store/queries/accounts/recent-accounts';
import * as texts from '#texts/transactions/transactions';
import { Combobox } from '#ui/combobox';
import { recentFirst } from '#ui/recent-first.ts';
import { useDatabase } from '../session.ts';

const RECENT = 3;
const NONE: string[] = [];

/**
 * Chooses one of these accounts. Those that the user entered something into lately come first. An archived one, which a
 * row that is edited may have, comes last.
 */
export function AccountChooser(props: {
  label: string;
  name: string;
  accounts: readonly AccountRow[];
  /** The id; empty for none. */
  value: string;
  error: string | null | undefined;
  onChoose: (id: string) => void;
  /** What is typed and is no account, where the form keeps it. */
  text?: string | undefined;
  /** What is typed is no account, or nothing. Without it, no account is chosen then. */
  onText?: (text: string) => void;
  'data-autofocus'?: true | undefined;
}) {
  const { accounts, value, onChoose, onText = () => onChoose(''), ...field } = props;
  const db = useDatabase();
  const [opened, setOpened] = useState(false);
  const offered = accounts.flatMap(({ id, archived }) => (archived ? [] : id)).join(' ');
  const read = async () => (opened ? recentAccounts(db, offered.split(' '), RECENT) : NONE);
  const recent = useLiveQuery(read, [db, opened, offered], NONE);
  const choices = useMemo(() => {
    const inOrder = accounts.toSorted((one, other) => Number(one.archived) - Number(other.archived));
    return recentFirst(
      inOrder.map(({ id, name }) => ({ value: id, label: name })),
      recent,
    );
  }, [accounts, recent]);
  return (
    <Combobox
      {...field}
      placeholder={texts.CHOOSE}
      value={accounts.some(({ id }) => id === value) ? value : ''}
      choices={choices}
      fold={foldText}
      onChoose={onChoose}
      onText={onText}
      onOpen={() => setOpened(true)}
    />
  );
}
