import { useCallback, useEffect, useRef } from 'react';
import { showToast } from '#ui/toast';

interface FailureToast {
  say: (title: string, description: string) => void;
  clear: () => void;
}

/** The toast of the last failed attempt. It disappears with the next attempt, and when the user leaves the form. */
export function useFailureToast(): FailureToast {
  const takeDown = useRef<(() => void) | null>(null);
  const clear = useCallback(() => {
    takeDown.current?.();
    takeDown.current = null;
  }, []);
  useEffect(() => clear, [clear]);
  const say = (title: string, description: string) => {
    clear();
    takeDown.current = showToast({ title, description, tone: 'error' });
  };
  return { say, clear };
}
