/** Charts are drawn part by part, each in a task of its own, so that no task of the page is long. */
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

type Turn = () => void;

const waiting = new Set<Turn>();

function queue(turn: Turn): void {
  waiting.add(turn);
  if (waiting.size === 1) setTimeout(next);
}

function next(): void {
  const [turn] = waiting;
  if (!turn) return;
  waiting.delete(turn);
  if (waiting.size > 0) setTimeout(next);
  // Otherwise, React draws in one task what two turns have changed.
  flushSync(turn);
}

/** The value as it was at the last turn; null before the first. Null has no turn. */
export function useInTurn<Value>(value: Value | null): Value | null {
  const [shown, setShown] = useState<Value | null>(null);
  useEffect(() => {
    if (value === null) return;
    const turn = () => setShown(value);
    queue(turn);
    return () => void waiting.delete(turn);
  }, [value]);
  return shown;
}

/** Comes in a later turn than what is around it, and then stays. */
export function Later({ children }: { children: ReactNode }): ReactNode {
  return useInTurn(true) && children;
}
