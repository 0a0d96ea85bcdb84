import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

/** A pause in typing after which the address changes, so that no key waits for the router. */
const PAUSE_MS = 300;

/**
 * The text that filters the list. The address keeps it, so it survives a reload, and a link can bring it. `choose` is
 * for a press, which is over at once. `settle` is for the end of typing: who leaves the field may leave the list.
 */
export function useFilter() {
  const { filter: addressed = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [filter, type] = useState(addressed);
  const [known, setKnown] = useState(addressed);
  /** The text that this list put into the address. The user may have typed on until it arrives there. */
  const [sent, setSent] = useState(addressed);
  if (addressed !== known) {
    setKnown(addressed);
    if (addressed !== sent) type(addressed);
  }
  const send = useCallback(
    (text: string) => {
      setSent(text);
      const search = <Search extends object>(before: Search) => ({ ...before, filter: text || undefined });
      void navigate({ to: '.', search, replace: true, resetScroll: false });
    },
    [navigate],
  );
  const settle = useCallback(() => {
    if (filter !== addressed) send(filter);
  }, [filter, addressed, send]);
  useEffect(() => {
    const timer = setTimeout(settle, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [settle]);
  const choose = useCallback(
    (text: string) => {
      type(text);
      send(text);
    },
    [send],
  );
  return { filter, type, settle, choose };
}
