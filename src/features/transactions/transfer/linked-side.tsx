import { chakra } from '@chakra-ui/react';
import { formatSignedAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import * as sentences from '#texts/transactions/transfer-forms';
import * as texts from '#texts/transactions/transfers';
import { Alert } from '#ui/alert';
import { DateInput } from '../form/date-input.tsx';
import { DescriptionInput } from '../form/description-input.tsx';
import { EditDialog } from '../form/edit-dialog.tsx';
import { UnlinkLine } from './unlink-line.tsx';
import { useOtherSides } from './use-other-sides.ts';

/** The one side of a transfer that the user may change. What both sides share stays until it is unlinked. */
export function LinkedSide({ row, onClose }: { row: TransactionRow; onClose: () => void }) {
  const isGone = useOtherSides([row]).get(row.id) === null;
  return (
    <EditDialog title={texts.EDIT_TITLE} action={texts.UPDATE} row={row} onClose={onClose}>
      {({ draft, errors, change }) => (
        <>
          <Alert tone="info" title={sentences.oneSide(formatSignedAmount(row))}>
            <p>{isGone ? texts.GONE_SIDE_REASON : texts.ONE_SIDE_REASON}</p>
            <chakra.div mt="1">
              <UnlinkLine rows={[row]} onUnlinked={onClose} />
            </chakra.div>
          </Alert>
          <DateInput value={draft.date} error={errors.date} change={change} />
          <DescriptionInput
            draft={draft}
            error={errors.description}
            change={({ description }) => change({ description })}
          />
        </>
      )}
    </EditDialog>
  );
}
