import { formatMoment, formatTime, today } from '#domain/dates/dates';

/** When something was typed, in few words: the time of today, or the day. `keptAt` is ISO. */
export function momentOf(keptAt: string, now: Date = new Date()): string {
  const moment = new Date(keptAt);
  return today(moment) === today(now) ? formatTime(moment) : formatMoment(keptAt);
}
