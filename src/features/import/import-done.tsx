import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import * as texts from '#texts/import/import';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { DialogStep } from '#ui/dialog-step';
import { CircleCheckIcon } from '#ui/icons';

/** What an import brought, what it left out, and where to go from here. */
export function ImportDone(props: {
  summary: string;
  hint?: string | null;
  /** How many rows were left out. */
  left: number;
  /** How many came in without becoming a side of a transfer. */
  apart?: number;
  /** Where to go, beside other files. */
  next: ReactNode;
  onBack: () => void;
  onClose: () => void;
}) {
  const { summary, hint, left, apart = 0, next, onBack, onClose } = props;
  return (
    <DialogStep
      title={texts.DONE}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onBack}>
            {texts.OTHER_FILES}
          </Button>
          {next}
        </>
      }
    >
      <chakra.p role="status" display="flex" gap="2" alignItems="center">
        <chakra.span color="income">
          <CircleCheckIcon size={16} aria-hidden />
        </chakra.span>
        {summary}
      </chakra.p>
      {hint && (
        <chakra.p color="fg.muted" fontSize="sm">
          {hint}
        </chakra.p>
      )}
      {apart > 0 && <Alert tone="warning">{texts.notLinked(apart)}</Alert>}
      {left > 0 && <Alert tone="warning">{texts.leftOut(left)}</Alert>}
    </DialogStep>
  );
}
