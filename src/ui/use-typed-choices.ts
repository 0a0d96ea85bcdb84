import { useState } from 'react';
import { NOTHING_CHOSEN, notAmong } from '#texts/ui';

/** What is typed into the choosers of a form and is no choice. A form is not sent with it (decision 53). */
export function useTypedChoices<Field extends string>() {
  const [typed, setTyped] = useState<ReadonlyMap<Field, string>>(new Map());
  /** This field has a choice, or nothing. */
  const forget = (field: Field) => setTyped((known) => new Map([...known].filter(([other]) => other !== field)));
  return {
    forget,
    /** What the chooser of a field is given. `correct` takes the field's error away. */
    of: (field: Field, choose: (value: string) => void, correct: () => void) => ({
      text: typed.get(field) || undefined,
      onChoose: (value: string) => {
        forget(field);
        choose(value);
      },
      // The text is empty in a field that was emptied and not left yet.
      onText: (text: string) => {
        setTyped((known) => new Map(known).set(field, text));
        correct();
      },
    }),
    /** The message for each such field; null without any. */
    problems(): Partial<Record<Field, string>> | null {
      if (typed.size === 0) return null;
      const messages: Partial<Record<Field, string>> = {};
      for (const [field, text] of typed) messages[field] = text.trim() === '' ? NOTHING_CHOSEN : notAmong(text);
      return messages;
    },
  };
}
