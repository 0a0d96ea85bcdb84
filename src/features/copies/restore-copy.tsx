import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Unreadable } from '#copy/read';
import * as actions from '#texts/actions';
import * as texts from '#texts/device/copies';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { PasswordField } from '#ui/password-field';
import { RestorePreview } from './restore-preview.tsx';
import { UnderWay } from './under-way.tsx';
import { type RestoreControl, type RestoreStep, useRestore } from './use-restore.ts';

export function RestoreCopy() {
  const control = useRestore();
  const { state, choose } = control;
  const input = useRef<HTMLInputElement>(null);
  const panel = useFocusAfter(state);
  const isChoosing = state.step !== 'reading' && state.step !== 'restoring' && state.step !== 'preview';
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      <chakra.h3 fontSize="sm">{texts.RESTORE}</chakra.h3>
      <chakra.p color="fg.muted">{texts.RESTORE_ABOUT}</chakra.p>
      <chakra.div ref={panel} tabIndex={-1} display="flex" flexDirection="column" gap="3" outline="none">
        <RestoreState {...control} />
      </chakra.div>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={texts.FILE}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void choose(file);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      {isChoosing && (
        <div>
          <Button variant="outline" onClick={() => input.current?.click()}>
            {state.step === 'choose' ? texts.CHOOSE : texts.CHOOSE_ANOTHER}
          </Button>
        </div>
      )}
    </chakra.div>
  );
}

/** When the step changes and takes the focused control along, the focus goes to what came instead. */
function useFocusAfter({ step }: RestoreStep): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const { current } = panel;
    const first = step === 'passphrase' && current?.querySelector('input');
    if (first) first.focus();
    else if (step !== 'choose' && document.activeElement === document.body) current?.focus();
  }, [step]);
  return panel;
}

function RestoreState({ state, open, restore, stop, cancel }: RestoreControl) {
  switch (state.step) {
    case 'choose':
      return null;
    case 'reading':
      return <UnderWay label={texts.READING} button={actions.CANCEL} onStop={cancel} />;
    case 'passphrase':
      return <PassphraseForm wrong={state.wrong} onOpen={(passphrase) => void open(passphrase)} />;
    case 'refused':
      return <Alert tone="error">{whyRefused(state.why)}</Alert>;
    case 'preview':
      return <RestorePreview plan={state.plan} isPlain={state.isPlain} onRestore={restore} onCancel={cancel} />;
    case 'restoring':
      return (
        <UnderWay
          label={state.isStopping ? texts.STOPPING : texts.RESTORING}
          button={state.isStopping ? null : texts.STOP}
          onStop={stop}
          done={state.done}
          all={state.all}
        />
      );
    case 'done':
      return (
        <Alert tone="info" title={texts.DONE}>
          <Button asChild variant="plain" size="inline">
            <Link to="/" search={{ tab: 'accounts' }}>
              {texts.SEE_ACCOUNTS}
            </Link>
          </Button>
        </Alert>
      );
    case 'stopped':
      return (
        <Alert tone="info" title={texts.STOPPED}>
          {texts.FAILED_WHY}
        </Alert>
      );
    case 'failed':
      return (
        <Alert tone="error" title={state.title}>
          {state.why}
        </Alert>
      );
  }
}

function PassphraseForm({ wrong, onOpen }: { wrong: string | null; onOpen: (passphrase: string) => void }) {
  const [passphrase, setPassphrase] = useState(wrong ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onOpen(passphrase);
  };
  return (
    <chakra.form display="flex" flexDirection="column" gap="3" onSubmit={submit}>
      <PasswordField
        label={texts.PASSPHRASE_OF_FILE}
        error={wrong === null ? undefined : texts.WRONG_PASSPHRASE}
        autoComplete="off"
        value={passphrase}
        onChange={(event) => setPassphrase(event.target.value)}
      />
      <div>
        <Button type="submit">{texts.OPEN}</Button>
      </div>
    </chakra.form>
  );
}

const REASONS = {
  not_ours: texts.NOT_OURS,
  cut: texts.CUT,
  later_version: texts.LATER_VERSION,
  needs_passphrase: texts.PASSPHRASE_OF_FILE,
  wrong_passphrase: texts.WRONG_PASSPHRASE,
  no_encryption: texts.NO_ENCRYPTION,
} as const satisfies Record<Exclude<Unreadable['reason'], 'invalid'>, string>;

function whyRefused(why: Unreadable): string {
  return why.reason === 'invalid' ? texts.invalid(why.where) : REASONS[why.reason];
}
