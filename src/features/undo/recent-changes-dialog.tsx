import { chakra } from '@chakra-ui/react';
import type { Action } from '#store/actions/actions';
import * as actions from '#texts/actions';
import * as texts from '#texts/sync/undo';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { ListRow } from '#ui/list-row';
import { momentOf } from '../../session/drafts/moment.ts';
import { describeAction } from './describe-action.ts';
import { useActions, useUndone } from './use-actions.ts';
import { useRedo, useUndo } from './use-undo.ts';

/** What the user did in this tab, newest first, with Undo for each; and what they undid, with Redo. */
export default function RecentChangesDialog({ onClose }: { onClose: () => void }) {
  const done = useActions();
  const undone = useUndone().map(({ action }) => action);
  const [undo, redo] = [useUndo(), useRedo()];
  return (
    <Dialog open title={texts.TITLE} onClose={onClose}>
      <Explanation>{done.length > 0 ? texts.EXPLANATION : texts.NOTHING_HERE}</Explanation>
      <Actions actions={done} button={{ label: actions.UNDO, labelOf: texts.undoOf, onAction: undo }} />
      {undone.length > 0 && (
        <>
          <chakra.h3 mt="6" mb="1" fontSize="md" fontWeight="semibold">
            {texts.UNDONE_ONES}
          </chakra.h3>
          <Explanation>{texts.UNDONE_EXPLANATION}</Explanation>
          <Actions actions={undone} button={{ label: actions.REDO, labelOf: texts.redoOf, onAction: redo }} />
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

interface ActionsProps {
  actions: readonly Action[];
  button: { label: string; labelOf: (what: string) => string; onAction: (action: Action) => Promise<void> };
}

function Actions({ actions, button }: ActionsProps) {
  return (
    <chakra.ul listStyle="none" display="flex" flexDirection="column">
      {actions.map((action) => {
        const what = describeAction(action);
        return (
          <ListRow
            key={action.id}
            text={what}
            detail={<time dateTime={action.at}>{momentOf(action.at)}</time>}
            action={
              <Button
                variant="outline"
                size="sm"
                aria-label={button.labelOf(what)}
                onClick={() => void button.onAction(action)}
              >
                {button.label}
              </Button>
            }
          />
        );
      })}
    </chakra.ul>
  );
}
