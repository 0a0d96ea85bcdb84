import { chakra } from '@chakra-ui/react';
import { Button } from '#ui/button';
import { reloadNewest } from '../../session/updates/reload-newest.ts';
import { nextAttempt, reloadText, syncExplanation } from './sync-explanation.ts';
import type { SyncSummary } from './sync-summary.ts';

/** Why nothing is sent, and when the next attempt is or what helps. Empty when all is well. */
export function SyncObstacle({ summary, now }: { summary: SyncSummary; now: Date }) {
  const explanation = syncExplanation(summary);
  const attempt = nextAttempt(summary.state, now);
  if (!explanation && !attempt) return null;
  const reload = reloadText(summary.state);
  return (
    <chakra.div color="fg.muted">
      {explanation && <p>{explanation}</p>}
      {attempt && (
        <chakra.p mt="1" className="tabular">
          {attempt}
        </chakra.p>
      )}
      {reload && (
        <Button mt="3" size="sm" onClick={() => void reloadNewest()}>
          {reload}
        </Button>
      )}
    </chakra.div>
  );
}
