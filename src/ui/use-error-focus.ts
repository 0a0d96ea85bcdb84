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
    const field = refusals > 0 && formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!field) return;
    field.focus();
    // Focus shows the field alone. What is wrong stands below it, on a low screen behind the buttons of a dialog.
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.scrollIntoView({ block: 'nearest' });
  }, [refusals]);
  const focusFirstError = useCallback(() => setRefusals((count) => count + 1), []);
  return { formRef, focusFirstError };
}
