import { useState } from 'react';
import { readCopy, type Unreadable } from '#copy/read';
import { restoreCopy } from '#store/commands/copy-restore';
import { planRestore, type RestorePlan } from '#store/queries/restore-plan';
import { useActor, useDatabase } from '../session/session.tsx';

/** Where the user is. `text` is that of the chosen file. */
export type RestoreStep =
  | { step: 'choose' | 'reading' | 'done' | 'failed' }
  | { step: 'passphrase'; text: string; isWrong: boolean }
  | { step: 'refused'; why: Unreadable }
  | { step: 'preview'; plan: RestorePlan }
  | { step: 'restoring'; done: number; all: number };

/** Reads a file, shows what it would do, and does exactly that. */
export function useRestore() {
  const db = useDatabase();
  const actor = useActor();
  const [state, setState] = useState<RestoreStep>({ step: 'choose' });

  const open = async (text: string, passphrase?: string) => {
    setState({ step: 'reading' });
    try {
      const reading = await readCopy(text, passphrase);
      if (reading.ok) return setState({ step: 'preview', plan: await planRestore(db, reading.copy) });
      const isWrong = reading.reason === 'wrong_passphrase';
      if (isWrong || reading.reason === 'needs_passphrase') return setState({ step: 'passphrase', text, isWrong });
      setState({ step: 'refused', why: reading });
    } catch {
      setState({ step: 'failed' });
    }
  };

  const choose = async (file: File | undefined) => {
    if (!file) return setState({ step: 'choose' });
    setState({ step: 'reading' });
    const text = await file.text().catch(() => null);
    if (text === null) setState({ step: 'failed' });
    else await open(text);
  };

  const restore = async (plan: RestorePlan, withDeleted: boolean) => {
    const onProgress = (done: number, all: number) => setState({ step: 'restoring', done, all });
    onProgress(0, 1);
    try {
      await restoreCopy(db, actor, plan, { withDeleted, onProgress });
      setState({ step: 'done' });
    } catch {
      setState({ step: 'failed' });
    }
  };
  return { state, open, choose, restore };
}
