import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface ErrorFocus {
  /** Attached to the form. */
  formRef: RefObject<HTMLFormElement | null>;
  /** Called once for each refused attempt, together with the update that shows its errors. */
  focusFirstError: () => void;
}

const INVALID = '[aria-invalid="true"]';

/** Fields in the cells of a table stand outside of their form. */
function firstOutside({ elements }: HTMLFormElement): HTMLElement | undefined {
  return [...elements].find((one): one is HTMLElement => one instanceof HTMLElement && one.matches(INVALID));
}

/**
 * Focuses the first invalid field of a form after a refused attempt. It does so once for each attempt: correcting one
 * field must not move the focus to the next.
 */
export function useErrorFocus(): ErrorFocus {
  const formRef = useRef<HTMLFormElement | null>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    const form = formRef.current;
    if (refusals === 0 || !form) return;
    const field = form.querySelector<HTMLElement>(INVALID) ?? firstOutside(form);
    if (!field) return;
    field.focus();
    // Focus shows the field alone. What is wrong stands below it, on a low screen behind the buttons of a dialog.
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.scrollIntoView({ block: 'nearest' });
  }, [refusals]);
  const focusFirstError = useCallback(() => setRefusals((count) => count + 1), []);
  return { formRef, focusFirstError };
}
