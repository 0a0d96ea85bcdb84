import { chakra } from '@chakra-ui/react';
import { type FormEvent, useRef, useState } from 'react';
import { canEncrypt } from '#copy/encryption';
import { noteCopy } from '#store/commands/copy-note';
import { type CopyWorker, openCopyWorker } from '#store/copies/worker/client';
import type { Database } from '#store/database/database';
import * as actions from '#texts/actions';
import * as texts from '#texts/device/copies';
import * as failures from '#texts/failures';
import { Button } from '#ui/button';
import { PasswordField } from '#ui/password-field';
import { saveFile } from '#ui/save-file.ts';
import { showToast } from '#ui/toast';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import { useDatabase } from '../../session/session.ts';
import { UnderWay } from './under-way.tsx';

export function ExportEverything() {
  const db = useDatabase();
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [differs, setDiffers] = useState(false);
  const { formRef, focusFirstError } = useErrorFocus();
  const [worker, setWorker] = useState<CopyWorker | null>(null);
  const current = useRef<CopyWorker>(null);

  const show = (next: CopyWorker | null) => {
    current.current = next;
    setWorker(next);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // Nobody can find out a passphrase that was mistyped.
    const isMistyped = passphrase !== '' && passphrase !== again;
    setDiffers(isMistyped);
    if (isMistyped) return focusFirstError();
    const mine = openCopyWorker();
    show(mine);
    const isSaved = await saveCopy(db, mine, passphrase || null, () => current.current === mine);
    if (current.current !== mine) return;
    show(null);
    if (isSaved) for (const empty of [setPassphrase, setAgain]) empty('');
  };
  const cancel = () => {
    worker?.close();
    show(null);
  };

  return (
    <chakra.form
      ref={formRef}
      noValidate
      display="flex"
      flexDirection="column"
      gap="3"
      onSubmit={(event) => void save(event)}
    >
      <chakra.p color="fg.muted">{texts.EXPORT_ABOUT}</chakra.p>
      {canEncrypt() ? (
        <PasswordField
          label={texts.PASSPHRASE}
          hint={texts.PASSPHRASE_HINT}
          optional
          autoComplete="new-password"
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
      ) : (
        <chakra.p fontSize="xs">{texts.NO_ENCRYPTION_HINT}</chakra.p>
      )}
      {passphrase !== '' && (
        <PasswordField
          label={texts.PASSPHRASE_AGAIN}
          error={differs ? texts.PASSPHRASES_DIFFER : undefined}
          autoComplete="new-password"
          value={again}
          onChange={(event) => {
            setAgain(event.target.value);
            setDiffers(false);
          }}
        />
      )}
      {worker ? (
        <UnderWay label={texts.EXPORTING} button={actions.CANCEL} onStop={cancel} />
      ) : (
        <div>
          <Button type="submit" variant="outline">
            {texts.EXPORT}
          </Button>
        </div>
      )}
    </chakra.form>
  );
}

/** Returns whether the file is saved. When the user has cancelled it, nothing is said. */
async function saveCopy(
  db: Database,
  worker: CopyWorker,
  passphrase: string | null,
  isWanted: () => boolean,
): Promise<boolean> {
  try {
    const { file, exportedAt, complete } = await worker.write(db.userId, passphrase);
    saveFile(file, `carryover-copy-${exportedAt.slice(0, 10)}.json`);
    await noteCopy(db);
    showToast({ title: texts.EXPORTED, ...(!complete && { description: texts.EXPORT_PART }), tone: 'success' });
    return true;
  } catch {
    if (isWanted()) showToast({ title: texts.EXPORT_FAILED, description: failures.TRY_AGAIN, tone: 'error' });
    return false;
  } finally {
    worker.close();
  }
}
