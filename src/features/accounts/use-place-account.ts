import { useCallback, useState } from 'react';
import { placesBetween } from '#domain/books/account-order';
import { can } from '#domain/sharing/roles';
import { placeAccount } from '#store/commands/accounts/account-place';
import * as texts from '#texts/books/accounts';
import * as failures from '#texts/failures';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';

const FAILURE = { title: failures.ACCOUNT_UPDATE, description: texts.NOT_MOVED };

export interface Placing {
  /** Whether the account can move so many places down; below zero, up. */
  mayMove: (id: string, by: number) => boolean;
  move: (id: string, by: number) => Promise<void>;
  /** What screen readers say of the last move; empty before the first. */
  said: string;
}

/** The order of these accounts, which are shown in it. */
export function usePlaceAccount(views: readonly AccountView[]): Placing {
  const db = useDatabase();
  const actor = useActor();
  const [said, setSaid] = useState('');
  const move = useCallback(
    async (id: string, by: number) => {
      const from = views.findIndex(({ account }) => account.id === id);
      const index = from + by;
      const name = views[from]?.account.name ?? '';
      const moved = await orToast(FAILURE, () => placeAccount(db, actor, { id, index }));
      if (moved) setSaid(texts.nowAt(name, index + 1, views.length));
    },
    [db, actor, views],
  );
  const mayMove = (id: string, by: number) => {
    const rows = views.map(({ account, role }) => ({ ...account, role }));
    const index = rows.findIndex((row) => row.id === id) + by;
    return placesBetween(rows, id, index, ({ role }) => can(role, 'account.update')) !== null;
  };
  return { mayMove, move, said };
}
