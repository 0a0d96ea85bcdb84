import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readImportHabits } from '#store/queries/imports/import-habits';
import { type ImportReader, openImportReader } from '../../import/worker/client.ts';
import type { Found } from '../../import/worker/messages.ts';
import { useDatabase } from '../../session/session.ts';
import { readBytes } from './read-bytes.ts';

export type FilesState =
  | { phase: 'choose'; failed: boolean }
  | { phase: 'reading'; done: number; all: number }
  | { phase: 'found'; found: Found[]; reader: ImportReader };

interface Files {
  state: FilesState;
  read: (files: readonly File[]) => Promise<void>;
  /** What a statement became after the user's choices. */
  setFound: (found: Found[]) => void;
  /** Stops reading, and forgets what was read. */
  reset: () => void;
}

/**
 * Reads files in a worker, which ends with the screen. It starts before the files are chosen, because that takes time.
 * `dropped` are read at once.
 */
export function useFiles(dropped: readonly File[]): Files {
  const db = useDatabase();
  const [state, setState] = useState<FilesState>({ phase: 'choose', failed: false });
  const reader = useRef<ImportReader>(null);
  /** Has read nothing yet. */
  const next = useRef<ImportReader>(null);
  const reset = useCallback(() => {
    reader.current?.close();
    reader.current = null;
    next.current ??= openImportReader();
    setState({ phase: 'choose', failed: false });
  }, []);

  const read = async (files: readonly File[]) => {
    reader.current?.close();
    const mine = next.current ?? openImportReader();
    next.current = null;
    reader.current = mine;
    const all = files.length;
    const isMine = () => reader.current === mine;
    setState({ phase: 'reading', done: 0, all });
    try {
      const chosen = await readBytes(files);
      const habits = await readImportHabits(db);
      const tables = habits.flatMap(({ table }) => table ?? []).reverse();
      const remembered = Object.fromEntries(tables.map(({ shape, mapping }) => [shape, mapping]));
      const found = await mine.read({ files: chosen, remembered }, (done) => {
        if (isMine()) setState({ phase: 'reading', done, all });
      });
      if (isMine()) setState({ phase: 'found', found, reader: mine });
    } catch {
      if (isMine()) setState({ phase: 'choose', failed: true });
    }
  };

  const readDropped = useEffectEvent(() => {
    if (dropped.length > 0) void read(dropped);
  });
  useEffect(() => {
    next.current = openImportReader();
    readDropped();
    return () => {
      next.current?.close();
      reader.current?.close();
    };
  }, []);

  const setFound = (found: Found[]) => setState((now) => (now.phase === 'found' ? { ...now, found } : now));
  return { state, read, setFound, reset };
}
