/** The keys of occurrences. An account keeps them as it keeps those of imported rows (decision 28). */
import { hexOf, sha1 } from '../ids/sha1.ts';

const encoder = new TextEncoder();

/**
 * The key of an occurrence: 40 hexadecimal digits. `date` is its nominal date, before a weekend moves it. All devices
 * make the same key, so an account has each occurrence once.
 */
export function occurrenceKey(scheduleId: string, date: string): string {
  return hexOf(sha1(encoder.encode(`schedule:${scheduleId}:${date}`)));
}
