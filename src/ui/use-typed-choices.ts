import { useState } from 'react';
import { notAmong } from '#texts/ui';

/** What is typed into the choosers of a form and is no choice. A form is not sent with it (decision 53). */
export function useTypedChoices<Field extends string>() {
  const [typed, setTyped] = useState<ReadonlyMap<Field, string>>(new Map());
  return {
    /** Blank where the field has a choice, or nothing. */
    note: (field: Field, text: string) => setTyped((known) => new Map(known).set(field, text)),
    /** The message for each such field; null without any. */
    problems(): Partial<Record<Field, string>> | null {
      const unknown = [...typed].filter(([, text]) => text.trim() !== '');
      if (unknown.length === 0) return null;
      const messages: Partial<Record<Field, string>> = {};
      for (const [field, text] of unknown) messages[field] = notAmong(text);
      return messages;
    },
  };
}
