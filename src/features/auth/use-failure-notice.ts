import { useCallback, useEffect, useRef } from 'react';
import { notify } from '#ui/notices';

interface FailureNotice {
  say: (title: string, description: string) => void;
  clear: () => void;
}

/** The notice of the last failed attempt. It disappears with the next attempt, and when the user leaves the form. */
export function useFailureNotice(): FailureNotice {
  const takeDown = useRef<(() => void) | null>(null);
  const clear = useCallback(() => {
    takeDown.current?.();
    takeDown.current = null;
  }, []);
  useEffect(() => clear, [clear]);
  const say = (title: string, description: string) => {
    clear();
    takeDown.current = notify({ title, description, tone: 'error' });
  };
  return { say, clear };
}
