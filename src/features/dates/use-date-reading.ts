import { useEffect, useState } from 'react';
import { isDate } from '#domain/dates/dates';

type DateReading = typeof import('./date-reading.ts');

let loaded: DateReading | null = null;

/** Loads what reads dates. Null when it cannot be loaded: then only YYYY-MM-DD is a date. */
export async function loadDateReading(): Promise<DateReading | null> {
  loaded ??= await import('./date-reading.ts').catch(() => null);
  return loaded;
}

/** Whether a typed date needs no reading: it is YYYY-MM-DD, or empty. */
export function isPlainDate(text: string): boolean {
  return text === '' || isDate(text);
}

/** The date that was typed, YYYY-MM-DD; null when it is none; undefined until that is known. */
export function useDateTyped(text: string): string | null | undefined {
  const [reading, setReading] = useState(loaded);
  const isPlain = isPlainDate(text);
  useEffect(() => {
    if (!isPlain) void loadDateReading().then(setReading);
  }, [isPlain]);
  if (isPlain) return text || null;
  return reading ? reading.dateTyped(text) : undefined;
}
