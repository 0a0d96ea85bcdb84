import * as actions from '#texts/actions';
import { Button } from '#ui/button';
import { Trash2Icon } from '#ui/icons';

/** The button of an edit dialog that closes it and deletes what it edits, at once and with Undo. */
export function DeleteAside({ onClose, onDelete }: { onClose: () => void; onDelete: () => void }) {
  return (
    <Button
      variant="ghost"
      color="danger"
      me={{ sm: 'auto' }}
      onClick={() => {
        onClose();
        onDelete();
      }}
    >
      <Trash2Icon aria-hidden />
      {actions.DELETE}
    </Button>
  );
}
