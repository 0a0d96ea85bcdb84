import { useEffect, useState } from 'react';

/** The current time, read again at this interval. Half a minute is enough for "Up to date, 2:32 PM". */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
