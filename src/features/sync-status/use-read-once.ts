import { useEffect, useState } from 'react';

/**
 * What `read` returned for this subject; null until then. Not live, because it may search the whole ledger. `read` must
 * be the same function at each render.
 */
export function useReadOnce<Subject, Result>(
  read: (subject: Subject) => Promise<Result | null>,
  subject: Subject,
): Result | null {
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => {
    let left = false;
    read(subject).then(
      (found) => {
        if (!left) setResult(found);
      },
      // Without the database there is no panel, either.
      () => {},
    );
    return () => {
      left = true;
    };
  }, [read, subject]);
  return result;
}
