import { useEffect, useRef, useState } from 'react';
import type { Unreadable } from '#copy/read';
import { askToKeepData } from '#store/commands/persistence-ask';
import { type CopyWorker, openCopyWorker, type ShownPlan } from '#store/copies/worker/client';
import * as texts from '#texts/device/copies';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';
import { failureText } from '../../session/toasts/failure-text.ts';

/**
 * Where the user is. `wrong`: what was typed before and is not the file's passphrase, so that it can be corrected.
 * `isPlain`: the file has no passphrase.
 */
export type RestoreStep =
  | { step: 'choose' | 'reading' | 'done' | 'stopped' }
  | { step: 'passphrase'; wrong: string | null }
  | { step: 'refused'; why: Unreadable }
  | { step: 'preview'; plan: ShownPlan; isPlain: boolean }
  | { step: 'restoring'; done: number; all: number; isStopping: boolean }
  | { step: 'failed'; title: string; why: string };

export interface RestoreControl {
  state: RestoreStep;
  choose: (file: File) => Promise<void>;
  /** Reads the chosen file with a passphrase. */
  open: (passphrase: string) => Promise<void>;
  restore: (withDeleted: boolean) => Promise<void>;
  /** Ends the restore after what is under way. What is done stays. */
  stop: () => void;
  /** Forgets the file, whatever is being done with it. */
  cancel: () => void;
}

/** Reads a file in a worker, shows what it would do, and does exactly that. A restore goes on behind other screens. */
export function useRestore(): RestoreControl {
  const db = useDatabase();
  const actor = useActor();
  const [state, setState] = useState<RestoreStep>({ step: 'choose' });
  const chosen = useRef<File>(null);
  const worker = useRef<CopyWorker>(null);
  const isRestoring = useRef(false);
  const isShown = useRef(true);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      if (!isRestoring.current) worker.current?.close();
    };
  }, []);

  const cancel = () => {
    worker.current?.close();
    worker.current = null;
    chosen.current = null;
    setState({ step: 'choose' });
  };

  const read = async (passphrase: string | null) => {
    worker.current ??= openCopyWorker();
    const mine = worker.current;
    const show = (next: RestoreStep) => worker.current === mine && setState(next);
    show({ step: 'reading' });
    try {
      const bytes = await chosen.current?.arrayBuffer();
      if (!bytes) return;
      const reading = await mine.read({ actor, bytes, passphrase });
      if (reading.ok) return void show({ step: 'preview', plan: reading.plan, isPlain: passphrase === null });
      const { reason } = reading.why;
      if (reason === 'needs_passphrase') return void show({ step: 'passphrase', wrong: null });
      if (reason === 'wrong_passphrase') return void show({ step: 'passphrase', wrong: passphrase });
      show({ step: 'refused', why: reading.why });
    } catch (error) {
      show({ step: 'failed', title: texts.NOT_READ, why: failureText(error, texts.NOT_READ_WHY) });
    }
  };

  const choose = async (file: File) => {
    cancel();
    chosen.current = file;
    await read(null);
  };

  const restore = async (withDeleted: boolean) => {
    const mine = worker.current;
    if (!mine || isRestoring.current) return;
    isRestoring.current = true;
    const onProgress = (done: number, all: number) =>
      setState((now) => ({ step: 'restoring', done, all, isStopping: now.step === 'restoring' && now.isStopping }));
    setState({ step: 'restoring', done: 0, all: 1, isStopping: false });
    let end: RestoreStep;
    try {
      const { isWhole } = await mine.restore({ actor, withDeleted }, onProgress);
      end = { step: isWhole ? 'done' : 'stopped' };
    } catch (error) {
      end = { step: 'failed', title: texts.FAILED, why: failureText(error, texts.FAILED_WHY) };
    }
    isRestoring.current = false;
    mine.close();
    worker.current = null;
    setState(end);
    // A worker cannot ask. Only a convenience for the user who restored.
    await askToKeepData(db).catch(() => {});
    if (!isShown.current) tell(end);
  };

  const stop = () => {
    setState((now) => (now.step === 'restoring' ? { ...now, isStopping: true } : now));
    worker.current?.stop();
  };

  return { state, choose, open: read, restore, stop, cancel };
}

/** For somebody who left the settings meanwhile. */
function tell(end: RestoreStep): void {
  if (end.step === 'done') showToast({ title: texts.DONE, tone: 'success' });
  if (end.step === 'failed') showToast({ title: end.title, description: end.why, tone: 'error' });
}
