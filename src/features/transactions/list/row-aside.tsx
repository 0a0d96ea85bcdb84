import { chakra } from '@chakra-ui/react';
import type { TransactionRow } from '#domain/rows';
import * as texts from '#texts/transactions/quick-entry';
import { Button } from '#ui/button';
import { CalendarPlusIcon, CopyPlusIcon } from '#ui/icons';
import { DeleteAside } from '../form/delete-aside.tsx';
import { useAgainToday } from '../quick-entry/use-again-today.ts';
import type { RowFocus } from '../use-row-focus.ts';

/** What else can be done with an edited row, side by side: add the same again, today or as one likes, or delete it. */
export function RowAside(props: {
  row: TransactionRow;
  /** Closes the dialog, which keeps what was typed. */
  onClose: () => void;
  /** Closes it without what was typed. */
  onDiscard: () => void;
  onDelete: () => void;
  /** Null where the user may not. */
  onRepeat: (() => void) | null;
  leaving: RowFocus['leaving'];
}) {
  const { row, onClose, onDiscard, onDelete, onRepeat, leaving } = props;
  const addToday = useAgainToday(leaving);
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      justifyContent="space-evenly"
      me={{ sm: 'auto' }}
      css={{ '& > button': { px: { base: '2', sm: '4' } } }}
    >
      {onRepeat && (
        <>
          <Button
            variant="ghost"
            onClick={() => {
              onClose();
              if (!addToday(row)) onRepeat();
            }}
          >
            <CalendarPlusIcon aria-hidden />
            {texts.AGAIN_TODAY}
          </Button>
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
        </>
      )}
      <DeleteAside onClose={onDiscard} onDelete={onDelete} />
    </chakra.div>
  );
}
