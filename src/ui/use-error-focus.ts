import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface ErrorFocus {
  /** Attached to the form. */
  formRef: RefObject<HTMLFormElement | null>;
  /** Called once for each refused attempt, together with the update that shows its errors. */
  focusFirstError: () => void;
}

/**
 * Focuses the first invalid field of a form after a refused attempt. It does so once for each attempt: correcting one
 * field must not move the focus to the next.
 */
export function useErrorFocus(): ErrorFocus {
  const formRef = useRef<HTMLFormElement | null>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const focusFirstError = useCallback(() => setRefusals((count) => count + 1), []);
  return { formRef, focusFirstError };
}
