import { chakra } from '@chakra-ui/react';
import * as actions from '#texts/actions';
import * as texts from '#texts/undo';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { ListRow } from '#ui/list-row';
import { momentOf } from '../drafts/moment.ts';
import { describeDeed } from './describe-deed.ts';
import { useDeeds } from './use-deeds.ts';
import { useUndo } from './use-undo.ts';

/** What the user did in this tab, newest first, with Undo for each. */
export default function RecentChangesDialog({ onClose }: { onClose: () => void }) {
  const deeds = useDeeds();
  const undo = useUndo();
  return (
    <Dialog open title={texts.TITLE} onClose={onClose}>
      <chakra.p color="fg.muted" fontSize="sm" mb="3">
        {deeds.length > 0 ? texts.EXPLANATION : texts.NOTHING}
      </chakra.p>
      <chakra.ul listStyle="none" display="flex" flexDirection="column">
        {deeds.map((deed) => {
          const what = describeDeed(deed);
          return (
            <ListRow
              key={deed.id}
              text={what}
              detail={<time dateTime={deed.at}>{momentOf(deed.at)}</time>}
              action={
                <Button variant="outline" size="sm" aria-label={texts.undoOf(what)} onClick={() => void undo(deed)}>
                  {actions.UNDO}
                </Button>
              }
            />
          );
        })}
      </chakra.ul>
    </Dialog>
  );
}
