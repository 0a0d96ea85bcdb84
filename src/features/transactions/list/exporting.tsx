import { useEffect, useRef } from 'react';
import { exportFound } from './export-found.ts';

/** Saves the spreadsheet while it is mounted: the first page does without the code. */
export default function Exporting(props: {
  userId: string;
  query: Parameters<typeof exportFound>[1];
  onDone: () => void;
}) {
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void exportFound(props.userId, props.query).then(props.onDone);
  });
  return null;
}
