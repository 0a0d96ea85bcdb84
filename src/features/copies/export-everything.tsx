import { chakra } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { canEncrypt } from '#copy/encryption';
import { writeCopy } from '#copy/write';
import { noteCopy } from '#store/commands/copy-note';
import type { Database } from '#store/database/database';
import { readEverything } from '#store/queries/everything';
import * as texts from '#texts/copies';
import * as failures from '#texts/failures';
import { Button } from '#ui/button';
import { PasswordField } from '#ui/password-field';
import { showToast } from '#ui/toast';
import { useDatabase } from '../session/session.tsx';

export function ExportEverything() {
  const db = useDatabase();
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await saveCopy(db, passphrase);
    setBusy(false);
  };
  return (
    <chakra.form display="flex" flexDirection="column" gap="3" onSubmit={(event) => void save(event)}>
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
      <div>
        <Button type="submit" variant="outline" disabled={busy}>
          {texts.EXPORT}
        </Button>
      </div>
    </chakra.form>
  );
}

async function saveCopy(db: Database, passphrase: string): Promise<void> {
  try {
    const copy = await readEverything(db);
    const parts: string[] = [];
    for await (const part of writeCopy(copy, passphrase || undefined)) parts.push(part);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(parts, { type: 'application/json' }));
    link.download = `carryover-copy-${copy.exportedAt.slice(0, 10)}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
    await noteCopy(db);
    showToast({ title: texts.EXPORTED, ...(!copy.complete && { description: texts.EXPORT_PART }), tone: 'success' });
  } catch {
    showToast({ title: texts.EXPORT_FAILED, description: failures.TRY_AGAIN, tone: 'error' });
  }
}
