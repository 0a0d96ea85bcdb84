import { useEffect } from 'react';
import * as texts from '#texts/pages/shell';

/** The page's name in the browser's tab, its history and for screen readers. */
export function DocumentTitle({ name }: { name: string }) {
  useEffect(() => {
    document.title = texts.documentTitle(name);
  }, [name]);
  return null;
}
