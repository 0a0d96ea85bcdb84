import { useEffect, useState } from 'react';
import * as texts from '#texts/sync/sync-panel';
import { type OpensOffline as Answer, watchOpensOffline } from '../../session/updates/opens-offline.ts';

/** Whether the app opens on this device without a network. */
export function OpensOffline() {
  const [answer, setAnswer] = useState<Answer>('not_yet');
  useEffect(() => watchOpensOffline(setAnswer), []);
  return <li>{texts.OPENS_OFFLINE[answer]}</li>;
}
