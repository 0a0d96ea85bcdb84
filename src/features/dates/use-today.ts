import { useEffect, useState } from 'react';
import { today } from '#domain/dates/dates';

const LOOK_MS = 60_000;

/**
 * Today's date on this device, YYYY-MM-DD. It is updated soon after midnight, and when the user returns to the page.
 */
export function useToday(): string {
  const [day, setDay] = useState(() => today(new Date()));
  useEffect(() => {
    const look = () => setDay(today(new Date()));
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return day;
}
