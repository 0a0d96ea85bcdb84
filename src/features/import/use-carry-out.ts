import { useRef, useState } from 'react';
import type { AccountKind } from '#domain/account-kinds';
import { createAccount } from '#store/commands/accounts/account-create';
import { rememberImport } from '#store/commands/imports/import-remember';
import { askToKeepNewData } from '#store/commands/persistence-ask';
import type { ImportHabit } from '#store/queries/imports/import-habits';
import * as failures from '#texts/failures';
import * as texts from '#texts/import/import';
import type { ImportReader } from '../../import/worker/client.ts';
import type { CarryOutRequest } from '../../import/worker/messages.ts';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import { useStopper } from './use-stopper.ts';

export interface CarryOut extends Omit<CarryOutRequest, 'kind' | 'actor' | 'accountId'> {
  /** How many rows become transactions, how many are tied to one, and the first and the last of their days. */
  made: number;
  linked: number;
  from: string;
  to: string;
  /** Null for a new account of this name. */
  accountId: string | null;
  newName: string;
  /** What a new account is for. */
  newKind: AccountKind;
  habit: Omit<ImportHabit, 'accountId'>;
}

export type CarryOutState =
  | { phase: 'plan' }
  | { phase: 'under_way'; done: number; all: number }
  | ({ phase: 'done' } & CarriedOut);

/** `linked`: how many of `done` were there before. `from` and `to` are the first and the last day of the rows. */
interface CarriedOut {
  accountId: string;
  done: number;
  linked: number;
  left: number;
  apart: number;
  /** What became of the correction of the opening balance. */
  opening: 'corrected' | 'failed' | null;
  from: string;
  to: string;
}

/** Why an import did not begin or went on no further. */
export const FAILURE = {
  title: failures.IMPORT,
  description: texts.NOT_IMPORTED,
  reasons: { empty: texts.EMPTY_PLAN },
};

interface Carrying {
  state: CarryOutState;
  start: (what: CarryOut) => Promise<boolean>;
  stop: () => void;
}

/**
 * Carries out a plan. `start` returns whether something came in. `onInto` is told the account, as soon as everything
 * is there: what it changes is drawn with the result, so nobody can close the dialog in between.
 */
export function useCarryOut(reader: ImportReader, onInto: (accountId: string) => void): Carrying {
  const db = useDatabase();
  const actor = useActor();
  const [state, setState] = useState<CarryOutState>({ phase: 'plan' });
  // An account that was made for an import that then failed is not made again.
  const madeAccount = useRef<string>(undefined);
  const { begin, stop } = useStopper();

  const accountOf = async ({ accountId, newName, newKind }: CarryOut): Promise<string | null> => {
    if (accountId !== null) return accountId;
    if (madeAccount.current !== undefined) return madeAccount.current;
    const failure = { title: failures.ACCOUNT_CREATE, description: texts.NOT_IMPORTED };
    const created = await orToast(failure, () => createAccount(db, actor, { name: newName, kind: newKind }));
    if (!created) return null;
    madeAccount.current = created.id;
    return created.id;
  };

  const start = async (what: CarryOut) => {
    const { plan, changes, intoNew, fileName, format, opening = null, from, to } = what;
    const all = what.made + what.linked;
    const signal = begin();
    setState({ phase: 'under_way', done: 0, all });
    const accountId = await accountOf(what);
    const onProgress = (count: number) => setState({ phase: 'under_way', done: count, all });
    const done =
      accountId &&
      (await orToast(FAILURE, () =>
        reader.carryOut(
          db,
          { plan, changes, intoNew, fileName, format, opening, accountId, actor },
          { signal, onProgress },
        ),
      ));
    if (!accountId || !done) {
      setState({ phase: 'plan' });
      return false;
    }
    const { left, apart } = done;
    const corrected = done.opening;
    // Of an import that stopped on its way, nobody has counted which rows were linked.
    const linked = left === 0 ? what.linked : 0;
    setState({ phase: 'done', accountId, done: done.done, linked, left, apart, opening: corrected, from, to });
    onInto(accountId);
    // Nobody waits for it: who closes the dialog at once has imported these rows all the same.
    void afterwards(accountId, what);
    return true;
  };

  const afterwards = async (accountId: string, { habit }: CarryOut) => {
    await askToKeepNewData(db);
    // Only a convenience of the next import.
    if (habit.number !== null || habit.table) await rememberImport(db, { accountId, ...habit }).catch(() => {});
  };

  return { state, start, stop };
}
