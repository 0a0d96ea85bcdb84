import { type SubmitEvent, useRef, useState } from 'react';

/** What is wrong with each field; absent when nothing is. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

interface Submit<Field extends string> {
  errors: FieldErrors<Field>;
  busy: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * Submits a form once at a time. Errors of `check` stand at their fields, the first of which is focused; only without any
 * does `send` run, and it handles its own failures. The controls of the form carry the names of the fields.
 */
export function useSubmit<Field extends string>(
  check: () => FieldErrors<Field>,
  send: () => Promise<void>,
): Submit<Field> {
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

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
    const first = Object.keys(found)[0];
    if (first === undefined) void run();
    else event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  return { errors, busy, onSubmit };
}
