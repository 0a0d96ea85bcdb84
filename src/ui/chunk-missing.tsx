import { chakra } from '@chakra-ui/react';
import { useLayoutEffect, useRef } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/ui';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Retrying {
  onRetry: () => void;
  /** Whether another attempt is running. */
  busy: boolean;
}

/**
 * Shown in the place of a part of the screen that could not be loaded. The surrounding element takes the focus when
 * this disappears.
 */
export function ChunkMissing({ onRetry, busy }: Retrying) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const message = place.current;
    return () => {
      if (message?.contains(document.activeElement)) message.closest<HTMLElement>('[tabindex="-1"]')?.focus();
    };
  }, []);
  return (
    <chakra.div ref={place} p="3" maxWidth="form" width="full" mx="auto">
      <Alert tone="warning" title={texts.PART_MISSING_TITLE}>
        <Explanation busy={busy} />
        <Button variant="outline" size="sm" mt="3" onClick={onRetry}>
          {actions.TRY_AGAIN}
        </Button>
      </Alert>
    </chakra.div>
  );
}

/** The same in the place of a dialog. */
export function DialogMissing({ onRetry, busy, onClose }: Retrying & { onClose: () => void }) {
  return (
    <Dialog
      open
      title={texts.PART_MISSING_TITLE}
      onClose={onClose}
      footer={
        <Button data-autofocus onClick={onRetry}>
          {actions.TRY_AGAIN}
        </Button>
      }
    >
      <div role="status">
        <Explanation busy={busy} />
      </div>
    </Dialog>
  );
}

/** Changes during each attempt, so that screen readers announce every failure. */
function Explanation({ busy }: { busy: boolean }) {
  return <p>{busy ? texts.PART_LOADING : texts.PART_MISSING}</p>;
}
