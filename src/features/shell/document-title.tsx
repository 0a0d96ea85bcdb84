import { useEffect } from 'react';

/** Names the page in the browser's tab, its history and to screen readers. */
export function DocumentTitle({ name }: { name: string }) {
  useEffect(() => {
    document.title = `${name} · Carryover`;
  }, [name]);
  return null;
}
