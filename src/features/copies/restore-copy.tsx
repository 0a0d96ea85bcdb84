import { chakra } from '@chakra-ui/react';
import { type FormEvent, useId, useState } from 'react';
import type { Unreadable } from '#copy/read';
import * as texts from '#texts/copies';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { PasswordField } from '#ui/password-field';
import { RestorePreview } from './restore-preview.tsx';
import { useRestore } from './use-restore.ts';

export function RestoreCopy() {
  const { state, choose, open, restore } = useRestore();
  const fileId = useId();
  const isBusy = state.step === 'reading' || state.step === 'restoring';
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      <chakra.h3 fontSize="sm">{texts.RESTORE}</chakra.h3>
      <chakra.p color="fg.muted">{texts.RESTORE_ABOUT}</chakra.p>
      <div>
        <chakra.label htmlFor={fileId} display="block" mb="1">
          {texts.CHOOSE}
        </chakra.label>
        <chakra.input
          id={fileId}
          type="file"
          accept=".json,application/json"
          maxWidth="full"
          minHeight="11"
          disabled={isBusy}
          onChange={(event) => void choose(event.target.files?.[0])}
        />
      </div>
      {state.step === 'reading' && <p role="status">{texts.READING}</p>}
      {state.step === 'passphrase' && (
        <PassphraseForm isWrong={state.isWrong} onOpen={(passphrase) => void open(state.text, passphrase)} />
      )}
      {state.step === 'refused' && <Alert tone="error">{whyRefused(state.why)}</Alert>}
      {state.step === 'preview' && <RestorePreview plan={state.plan} onRestore={restore} />}
      {state.step === 'restoring' && (
        <chakra.progress aria-label={texts.PROGRESS} width="full" value={state.done} max={state.all} />
      )}
      {state.step === 'done' && <Alert tone="info" title={texts.DONE} />}
      {state.step === 'failed' && (
        <Alert tone="error" title={texts.FAILED}>
          {texts.FAILED_WHY}
        </Alert>
      )}
    </chakra.div>
  );
}

function PassphraseForm({ isWrong, onOpen }: { isWrong: boolean; onOpen: (passphrase: string) => void }) {
  const [passphrase, setPassphrase] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onOpen(passphrase);
  };
  return (
    <chakra.form display="flex" flexDirection="column" gap="3" onSubmit={submit}>
      <PasswordField
        label={texts.PASSPHRASE}
        error={isWrong ? texts.WRONG_PASSPHRASE : undefined}
        autoComplete="off"
        value={passphrase}
        onChange={(event) => setPassphrase(event.target.value)}
      />
      <div>
        <Button type="submit" variant="outline">
          {texts.OPEN}
        </Button>
      </div>
    </chakra.form>
  );
}

const REASONS = {
  not_ours: texts.NOT_OURS,
  cut: texts.CUT,
  later_version: texts.LATER_VERSION,
  needs_passphrase: texts.PASSPHRASE,
  wrong_passphrase: texts.WRONG_PASSPHRASE,
  no_encryption: texts.NO_ENCRYPTION,
} as const satisfies Record<Exclude<Unreadable['reason'], 'invalid'>, string>;

function whyRefused(why: Unreadable): string {
  return why.reason === 'invalid' ? texts.invalid(why.where) : REASONS[why.reason];
}
