import { type SubmitEvent, useRef, useState } from 'react';
import { useErrorFocus } from '#ui/use-error-focus.ts';

/** The message for each wrong field; a field without an error is absent. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

interface Submit<Field extends string> {
  errors: FieldErrors<Field>;
  busy: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * Submits a form, one attempt at a time. Errors from `check` are shown at their fields, and the first of these is
 * focused. Without errors `send` runs, which handles its own failures.
 */
export function useSubmit<Field extends string>(
  check: () => FieldErrors<Field>,
  send: () => Promise<void>,
): Submit<Field> {
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const { formRef, focusFirstError } = useErrorFocus();

  const run = async () => {
    sending.current = true;
    setBusy(true);
    await send().finally(() => {
      sending.current = false;
      setBusy(false);
    });
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    const found = check();
    setErrors(found);
    formRef.current = event.currentTarget;
    if (Object.keys(found).length > 0) focusFirstError();
    else void run();
  };

  return { errors, busy, onSubmit };
}
