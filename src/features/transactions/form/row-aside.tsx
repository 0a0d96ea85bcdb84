import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/transactions/quick-entry';
import { Button } from '#ui/button';
import { CopyPlusIcon } from '#ui/icons';
import { DeleteAside } from './delete-aside.tsx';

/** What else can be done with an edited row, side by side: delete it, or enter the same again. */
export function RowAside(props: {
  /** Closes the dialog, which keeps what was typed. */
  onClose: () => void;
  /** Closes it without what was typed. */
  onDiscard: () => void;
  onDelete: () => void;
  /** Null where the user may not. */
  onRepeat: (() => void) | null;
}) {
  const { onClose, onDiscard, onDelete, onRepeat } = props;
  return (
    <chakra.div display="flex" flexWrap="wrap" justifyContent="space-evenly" me={{ sm: 'auto' }}>
      {onRepeat && (
        <Button
          variant="ghost"
          onClick={() => {
            onClose();
            onRepeat();
          }}
        >
          <CopyPlusIcon aria-hidden />
          {texts.SAME_AGAIN}
        </Button>
      )}
      <DeleteAside onClose={onDiscard} onDelete={onDelete} />
    </chakra.div>
  );
}
