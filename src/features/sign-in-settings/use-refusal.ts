import { type RefObject, useCallback, useState } from 'react';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import type { FieldErrors } from '../auth/use-submit.ts';

/** What the server refused, at the fields of a form. A refused field gets the focus. */
export function useRefusal<Field extends string>(): {
  refusal: FieldErrors<Field>;
  setRefusal: (refusal: FieldErrors<Field>) => void;
  formRef: RefObject<HTMLFormElement | null>;
} {
  const [refusal, set] = useState<FieldErrors<Field>>({});
  const { formRef, focusFirstError } = useErrorFocus();
  const setRefusal = useCallback(
    (next: FieldErrors<Field>) => {
      set(next);
      if (Object.keys(next).length > 0) focusFirstError();
    },
    [focusFirstError],
  );
  return { refusal, setRefusal, formRef };
}
