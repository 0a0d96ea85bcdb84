import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { type LocalSummary, summarizeLocal } from '#store/local/contents';
import { deleteLocal, type Merge, offeredMerges } from '#store/local/target';
import { leaveHere } from '#store/session/local-user-life';
import * as texts from '#texts/device/local';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { Dialog } from '#ui/dialog';
import { showToast } from '#ui/toast';
import { useActor, useDatabase, useDevice } from '../../session/session.ts';

interface Found extends LocalSummary {
  offered: Merge[];
}

interface QuestionProps {
  localId: string;
  /** With the accounts that become one. */
  onBring: (merges: readonly Merge[]) => void;
}

/** Names user and number of entries, and asks: bring them, leave them here, delete them. Closing it leaves them. */
export function CarryOverQuestion({ localId, onBring }: QuestionProps) {
  const device = useDevice();
  const { userId, email } = useActor();
  const found = useFound(localId);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [deleting, setDeleting] = useState(false);
  if (!found) return null;

  const leave = () => void leaveHere(device, userId);
  const remove = async () => {
    try {
      await deleteLocal(device);
      showToast({ title: texts.DELETED, tone: 'success' });
    } catch {
      showToast({ title: texts.DELETE_FAILED, description: texts.DELETE_ERROR, tone: 'error' });
    }
  };
  if (deleting) {
    return (
      <ConfirmDialog
        open
        title={texts.DELETE_TITLE}
        confirmLabel={texts.DELETE}
        onConfirm={() => void remove()}
        onCancel={() => setDeleting(false)}
      >
        <chakra.p color="fg.muted">{texts.DELETE_CONSEQUENCE}</chakra.p>
      </ConfirmDialog>
    );
  }
  const { accounts, entries, offered } = found;
  return (
    <Dialog
      open
      title={texts.QUESTION}
      onClose={leave}
      footer={
        <>
          <Button variant="outline" onClick={() => setDeleting(true)}>
            {texts.DELETE}
          </Button>
          <Button variant="outline" onClick={leave}>
            {texts.LEAVE}
          </Button>
          <Button data-autofocus onClick={() => onBring(offered.filter(({ local }) => chosen.includes(local.id)))}>
            {texts.BRING}
          </Button>
        </>
      }
    >
      <chakra.p overflowWrap="anywhere">
        {texts.found(
          email,
          entries,
          accounts.map(({ name }) => name),
        )}
      </chakra.p>
      <chakra.p mt="2" color="fg.muted">
        {texts.LEFT}
      </chakra.p>
      {offered.map(({ local }) => (
        <chakra.label key={local.id} display="flex" alignItems="center" gap="2.5" minHeight="11" mt="2">
          <chakra.input
            type="checkbox"
            width="4"
            height="4"
            checked={chosen.includes(local.id)}
            onChange={() =>
              setChosen((ids) => (ids.includes(local.id) ? ids.filter((id) => id !== local.id) : [...ids, local.id]))
            }
          />
          <chakra.span overflowWrap="anywhere">{texts.merge(local.name)}</chakra.span>
        </chakra.label>
      ))}
    </Dialog>
  );
}

/** Undefined until it is read. */
function useFound(localId: string): Found | undefined {
  const db = useDatabase();
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    let left = false;
    const read = async () => {
      const summary = await summarizeLocal(localId);
      const offered = await offeredMerges(db, summary.accounts);
      if (!left) setFound({ ...summary, offered });
    };
    // What cannot be read now is asked for when the app opens again.
    read().catch(() => {});
    return () => {
      left = true;
    };
  }, [db, localId]);
  return found;
}
