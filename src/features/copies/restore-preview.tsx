import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { RestorePlan } from '#store/queries/restore-plan';
import * as texts from '#texts/copies';
import { Button } from '#ui/button';
import { CheckField } from '#ui/check-field';

interface RestorePreviewProps {
  plan: RestorePlan;
  onRestore: (plan: RestorePlan, withDeleted: boolean) => Promise<void>;
}

/** What the restore would do, before it does it. */
export function RestorePreview({ plan, onRestore }: RestorePreviewProps) {
  const [withDeleted, setWithDeleted] = useState(false);
  const { targets, counts, added, deleted } = plan;
  const lines = [
    texts.added(counts.added),
    counts.standing > 0 && texts.standing(counts.standing),
    counts.deleted > 0 && texts.deleted(counts.deleted),
    counts.ofOthers > 0 && texts.ofOthers(counts.ofOthers),
    counts.alone > 0 && texts.alone(counts.alone),
  ].filter((line) => line !== false);
  const hasWork = added.length > 0 || (withDeleted && deleted.length > 0);
  return (
    <chakra.div display="flex" flexDirection="column" gap="3" role="status">
      <chakra.ul aria-label={texts.ACCOUNTS} overflowWrap="anywhere">
        {targets.map(({ id, name, state }) => (
          <li key={id}>
            {name} · {state === 'new' ? texts.NEW : texts.HERE}
            {state === 'waiting' && ` · ${texts.WAITING}`}
          </li>
        ))}
      </chakra.ul>
      {added.length === 0 && deleted.length === 0 ? (
        <p>{texts.NOTHING}</p>
      ) : (
        lines.map((line) => <p key={line}>{line}</p>)
      )}
      {deleted.length > 0 && <CheckField label={texts.WITH_DELETED} checked={withDeleted} onChange={setWithDeleted} />}
      <div>
        <Button disabled={!hasWork} onClick={() => void onRestore(plan, withDeleted)}>
          {texts.RESTORE_NOW}
        </Button>
      </div>
    </chakra.div>
  );
}
