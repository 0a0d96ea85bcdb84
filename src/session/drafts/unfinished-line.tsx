import { chakra } from '@chakra-ui/react';
import { dropDraft } from '#store/commands/drafts/draft-drop';
import type { Draft } from '#store/database/records';
import * as texts from '#texts/device/drafts';
import { Button } from '#ui/button';
import { useDatabase } from '../session.ts';

/** Says, where a closed dialog was opened, that what was typed into it is not saved. */
export default function UnfinishedLine(props: {
  draft: Pick<Draft, 'form' | 'writer'>;
  text: string;
  /** Opens the dialog again. Absent where the user may no longer save it. */
  onContinue?: (() => void) | undefined;
}) {
  const { draft, text, onContinue } = props;
  const db = useDatabase();
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="4" color="fg.muted" fontSize="sm">
      <chakra.p flex="1 1 14rem" minWidth="0" overflowWrap="anywhere">
        {text}
      </chakra.p>
      <chakra.div display="flex" gap="4">
        {onContinue && (
          <Button variant="plain" size="inline" onClick={onContinue}>
            {texts.CONTINUE}
          </Button>
        )}
        <Button variant="plain" size="inline" onClick={() => void dropDraft(db, draft)}>
          {texts.DISCARD}
        </Button>
      </chakra.div>
    </chakra.div>
  );
}
