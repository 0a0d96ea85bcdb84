import { chakra } from '@chakra-ui/react';
import type { Deed } from '#store/deeds/deeds';
import * as actions from '#texts/actions';
import * as texts from '#texts/sync/undo';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { ListRow } from '#ui/list-row';
import { momentOf } from '../../session/drafts/moment.ts';
import { describeDeed } from './describe-deed.ts';
import { useDeeds, useUndone } from './use-deeds.ts';
import { useRedo, useUndo } from './use-undo.ts';

/** What the user did in this tab, newest first, with Undo for each; and what they undid, with Redo. */
export default function RecentChangesDialog({ onClose }: { onClose: () => void }) {
  const deeds = useDeeds();
  const undone = useUndone().map(({ deed }) => deed);
  const [undo, redo] = [useUndo(), useRedo()];
  return (
    <Dialog open title={texts.TITLE} onClose={onClose}>
      <Explanation>{deeds.length > 0 ? texts.EXPLANATION : texts.NOTHING_HERE}</Explanation>
      <Deeds deeds={deeds} action={{ label: actions.UNDO, labelOf: texts.undoOf, onAction: undo }} />
      {undone.length > 0 && (
        <>
          <chakra.h3 mt="6" mb="1" fontSize="md" fontWeight="semibold">
            {texts.UNDONE_ONES}
          </chakra.h3>
          <Explanation>{texts.UNDONE_EXPLANATION}</Explanation>
          <Deeds deeds={undone} action={{ label: actions.REDO, labelOf: texts.redoOf, onAction: redo }} />
        </>
      )}
    </Dialog>
  );
}

function Explanation({ children }: { children: string }) {
  return (
    <chakra.p color="fg.muted" fontSize="sm" mb="3">
      {children}
    </chakra.p>
  );
}

interface DeedsProps {
  deeds: readonly Deed[];
  action: { label: string; labelOf: (deed: string) => string; onAction: (deed: Deed) => Promise<void> };
}

function Deeds({ deeds, action }: DeedsProps) {
  return (
    <chakra.ul listStyle="none" display="flex" flexDirection="column">
      {deeds.map((deed) => {
        const what = describeDeed(deed);
        return (
          <ListRow
            key={deed.id}
            text={what}
            detail={<time dateTime={deed.at}>{momentOf(deed.at)}</time>}
            action={
              <Button
                variant="outline"
                size="sm"
                aria-label={action.labelOf(what)}
                onClick={() => void action.onAction(deed)}
              >
                {action.label}
              </Button>
            }
          />
        );
      })}
    </chakra.ul>
  );
}
