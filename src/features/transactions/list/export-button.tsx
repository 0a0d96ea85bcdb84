import { Suspense, useState } from 'react';
import type { Order } from '#domain/transactions/transactions';
import { inAllAccounts } from '#domain/transactions/written-filter';
import * as texts from '#texts/transactions/export';
import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';
import { DownloadIcon } from '#ui/icons';
import { extraOnDemand } from '#ui/on-demand';
import { useDatabase } from '../../../session/session.ts';

const Exporting = extraOnDemand(() => import('./exporting.tsx'));

/** Saves what the list shows as a spreadsheet. `compact`: without words. */
export function ExportButton(props: {
  query: { filter: string; all: boolean; accountId: string; order: Order };
  compact: boolean;
  disabled: boolean;
}) {
  const { filter, all, ...query } = props.query;
  const { userId } = useDatabase();
  const [exporting, setExporting] = useState(false);
  const button = { disabled: props.disabled || exporting, onClick: () => setExporting(true) };
  return (
    <>
      {props.compact ? (
        <IconButton label={texts.EXPORT} {...button}>
          <DownloadIcon aria-hidden />
        </IconButton>
      ) : (
        <Button variant="ghost" size="sm" {...button}>
          {texts.EXPORT}
        </Button>
      )}
      {exporting && (
        <Suspense>
          <Exporting
            userId={userId}
            query={{ ...query, filter: all ? inAllAccounts(filter) : filter }}
            onDone={() => setExporting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
