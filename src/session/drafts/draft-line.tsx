import { chakra } from '@chakra-ui/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import * as texts from '#texts/device/drafts';
import { Button } from '#ui/button';
import { momentOf } from './moment.ts';
import type { FormDraft } from './with-draft.tsx';

/**
 * Says in a form that its text is from an earlier visit, until it is saved or cleared. `formRef` is given where the
 * form stays on the page when its text is discarded: its first field then takes the focus.
 */
export function DraftLine<Values, From>(props: {
  draft: FormDraft<Values, From>;
  /** The form has more than it begins with. */
  worth: boolean;
  formRef?: RefObject<HTMLFormElement | null>;
  className?: string;
}) {
  const { draft, worth, formRef, className } = props;
  const { kept, discarded, discard } = draft;
  // What is typed after the text was saved or cleared is new.
  const [over, setOver] = useState(false);
  if (!worth && !over) setOver(true);
  useEffect(() => {
    if (discarded) formRef?.current?.querySelector<HTMLElement>('input:not([type="radio"])')?.focus();
  }, [discarded, formRef]);
  // A dialog has the focus in its first field. A user who types at once means a new value, not more of the old one.
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLInputElement && focused.form === line.current?.closest('form')) focused.select();
  }, []);
  if (!kept || over) return null;
  return (
    <chakra.p ref={line} className={className} color="fg.muted" fontSize="sm">
      {texts.notSaved(momentOf(kept.keptAt))}
      {' · '}
      <Button variant="plain" size="inline" onClick={discard}>
        {texts.DISCARD}
      </Button>
    </chakra.p>
  );
}
