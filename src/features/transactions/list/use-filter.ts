import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** A pause in typing after which the address changes, so that no key waits for the router. */
const PAUSE_MS = 300;

/** The text that filters the list. The address keeps it, so it survives a reload, and a link can bring it. */
export function useFilter(): [filter: string, setFilter: (filter: string) => void] {
  const { filter: addressed = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [filter, setFilter] = useState(addressed);
  const [known, setKnown] = useState(addressed);
  /** The text that this list put into the address. The user may have typed on until it arrives there. */
  const [sent, setSent] = useState(addressed);
  if (addressed !== known) {
    setKnown(addressed);
    if (addressed !== sent) setFilter(addressed);
  }
  useEffect(() => {
    if (filter === addressed) return;
    const timer = setTimeout(() => {
      setSent(filter);
      const search = <Search extends object>(before: Search) => ({ ...before, filter: filter || undefined });
      void navigate({ to: '.', search, replace: true, resetScroll: false });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [filter, addressed, navigate]);
  return [filter, setFilter];
}
