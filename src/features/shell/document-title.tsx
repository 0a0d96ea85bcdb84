import { useEffect } from 'react';
import * as texts from '#texts/shell';

/** Names the page in the browser's tab, its history and to screen readers. */
export function DocumentTitle({ name }: { name: string }) {
  useEffect(() => {
    document.title = texts.documentTitle(name);
  }, [name]);
  return null;
}
