import { useEffect, useState } from 'react';
import * as texts from '#texts/device/local';
import * as welcome from '#texts/pages/welcome';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import { useDevice } from '../../session/session.ts';

const loadStart = () => import('#store/local/start');

/** Begins at once, without a login and without a network. The session then shows the new account. */
export function StartButton() {
  const device = useDevice();
  const [busy, setBusy] = useState(false);

  // A browser may remember a failed import, so nothing is imported without a network before it is needed.
  useEffect(() => {
    if (navigator.onLine) loadStart().catch(() => {});
  }, []);

  const start = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { startOnDevice } = await loadStart();
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
