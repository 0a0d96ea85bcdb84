import { useEffect, useState } from 'react';

/** The time, looked at again every so many milliseconds: half a minute is enough for "Up to date, 2:32 PM". */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
