import { useState } from 'react';
import { NOTHING_CHOSEN, notAmong } from '#texts/ui';

/** What is typed into the choosers of a form and is no choice. A form is not sent with it (decision 53). */
export function useTypedChoices<Field extends string>() {
  const [typed, setTyped] = useState<ReadonlyMap<Field, string>>(new Map());
  return {
    /** For the field's `text`. */
    textOf: (field: Field) => typed.get(field) || undefined,
    /** The text is empty in a field that was emptied and not left yet. */
    note: (field: Field, text: string) => setTyped((known) => new Map(known).set(field, text)),
    /** These fields have a choice, or nothing. */
    forget: (...fields: Field[]) =>
      setTyped((known) => new Map([...known].filter(([field]) => !fields.includes(field)))),
    /** The message for each such field; null without any. */
    problems(): Partial<Record<Field, string>> | null {
      if (typed.size === 0) return null;
      const messages: Partial<Record<Field, string>> = {};
      for (const [field, text] of typed) messages[field] = text.trim() === '' ? NOTHING_CHOSEN : notAmong(text);
      return messages;
    },
  };
}
