import { useState, useSyncExternalStore } from 'react';
import { today } from '#domain/dates/dates';

const LOOK_MS = 30_000;

/** Timers stand still while a device sleeps, and any of these may be what follows. */
const RETURNS = ['visibilitychange', 'focus', 'pageshow', 'resume'];

/**
 * Today's date on this device, YYYY-MM-DD. It is updated soon after midnight, and when the user returns to the page. It
 * needs no network.
 */
export function useToday(): string {
  return useSyncExternalStore(subscribe, readToday);
}

/**
 * Calls `follow` when a new day begins, during the render that shows it: what stays open over midnight must not go on
 * offering yesterday. `before` is the day that was offered until then.
 */
export function useNewDay(follow: (day: string, before: string) => void): void {
  const day = useToday();
  const [offered, setOffered] = useState(day);
  if (offered === day) return;
  setOffered(day);
  follow(day, offered);
}

function readToday(): string {
  return today(new Date());
}

function subscribe(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS);
  // Events of the document do not all reach the window, so it listens on the way down.
  for (const name of RETURNS) addEventListener(name, look, true);
  return () => {
    clearInterval(timer);
    for (const name of RETURNS) removeEventListener(name, look, true);
  };
}
