import { useEffect, useRef } from 'react';

interface Stopper {
  /** The signal of what begins now. */
  begin: () => AbortSignal;
  stop: () => void;
}

/** Stops what goes on in the worker. Whoever leaves the dialog stops it, too; what is done stays. */
export function useStopper(): Stopper {
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  return {
    begin: () => {
      current.current = new AbortController();
      return current.current.signal;
    },
    stop: () => current.current?.abort(),
  };
}
