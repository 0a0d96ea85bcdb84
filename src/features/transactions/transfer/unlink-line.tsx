import type { TransactionRow } from '#domain/rows';
import * as texts from '#texts/transactions/transfers';
import { Button } from '#ui/button';
import { useTransferCommands } from './use-transfer-commands.ts';

/** Makes two ordinary transactions of a transfer, or one of the side that the user has. */
export function UnlinkLine({ rows, onUnlinked }: { rows: TransactionRow[]; onUnlinked: () => void }) {
  const { unlink } = useTransferCommands();
  return (
    <Button
      variant="plain"
      size="inline"
      alignSelf="start"
      onClick={async () => {
        if (await unlink(rows)) onUnlinked();
      }}
    >
      {texts.UNLINK}
    </Button>
  );
}
