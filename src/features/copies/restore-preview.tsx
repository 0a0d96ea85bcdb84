import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { formatMoment } from '#domain/dates/dates';
import type { ShownPlan } from '#store/copies/worker/client';
import * as actions from '#texts/actions';
import * as texts from '#texts/device/copies';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { CheckField } from '#ui/check-field';

interface RestorePreviewProps {
  plan: ShownPlan;
  /** The file has no passphrase. So whoever had it could change it. */
  isPlain: boolean;
  onRestore: (withDeleted: boolean) => Promise<void>;
  onCancel: () => void;
}

/** What the restore would do, before it does it. */
export function RestorePreview({ plan, isPlain, onRestore, onCancel }: RestorePreviewProps) {
  const [withDeleted, setWithDeleted] = useState(false);
  const { targets, counts, others, canAdd, canBringBack } = plan;
  const lines = [
    texts.added(counts.added, others.added),
    counts.standing > 0 && texts.standing(counts.standing),
    counts.deleted > 0 && texts.deleted(counts.deleted),
    counts.ofOthers > 0 && texts.ofOthers(counts.ofOthers),
    counts.alone > 0 && texts.alone(counts.alone),
  ].filter((line) => line !== false);
  return (
    <chakra.div display="flex" flexDirection="column" gap="3" role="status">
      <chakra.p fontWeight="medium">{texts.madeOn(formatMoment(plan.exportedAt))}</chakra.p>
      {isPlain && (
        <Alert tone="warning" title={texts.PLAIN}>
          {texts.PLAIN_WHY}
        </Alert>
      )}
      {!plan.complete && <Alert tone="warning">{texts.NOT_COMPLETE}</Alert>}
      <chakra.ul aria-label={texts.ACCOUNTS} overflowWrap="anywhere">
        {targets.map(({ id, name, state }) => (
          <li key={id}>
            {name} · {state === 'new' ? texts.NEW : texts.HERE}
            {state === 'waiting' && ` · ${texts.WAITING}`}
          </li>
        ))}
      </chakra.ul>
      {canAdd || canBringBack ? lines.map((line) => <p key={line}>{line}</p>) : <p>{texts.NOTHING}</p>}
      {canBringBack && <CheckField label={texts.WITH_DELETED} checked={withDeleted} onChange={setWithDeleted} />}
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {(canAdd || canBringBack) && (
          <Button disabled={!canAdd && !withDeleted} onClick={() => void onRestore(withDeleted)}>
            {texts.RESTORE_NOW}
          </Button>
        )}
        <Button variant="outline" onClick={onCancel}>
          {actions.CANCEL}
        </Button>
      </chakra.div>
    </chakra.div>
  );
}
