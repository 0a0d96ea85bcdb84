import { useState } from 'react';
import { startOnDevice } from '#store/local/start';
import * as texts from '#texts/device/local';
import * as welcome from '#texts/pages/welcome';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import { useDevice } from '../../session/session.ts';

/** Begins at once, without a login and without a network. The session then shows the new account. */
export function StartButton() {
  const device = useDevice();
  const [busy, setBusy] = useState(false);

  const start = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await startOnDevice(device);
    } catch {
      showToast({ title: texts.START_FAILED, description: texts.START_ERROR, tone: 'error' });
      setBusy(false);
    }
  };

  return (
    <Button size="lg" variant="outline" aria-disabled={busy} onClick={() => void start()}>
      {welcome.START}
    </Button>
  );
}
