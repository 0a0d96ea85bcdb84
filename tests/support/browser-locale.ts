/**
 * The locale of the browser in a unit test. A typed `1,234` or `3/11` is read in it, so a test of such a text says it.
 * Otherwise the locale of the machine that runs the test would decide.
 */
import { vi } from 'vitest';

const { DateTimeFormat, NumberFormat } = Intl;

/** Formats without a locale have this one until `vi.restoreAllMocks`. */
export function browserSpeaks(locale: string): void {
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(
    class extends NumberFormat {
      constructor(locales: Intl.LocalesArgument = locale, options?: Intl.NumberFormatOptions) {
        super(locales, options);
      }
    },
  );
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(
    class extends DateTimeFormat {
      constructor(locales: Intl.LocalesArgument = locale, options?: Intl.DateTimeFormatOptions) {
        super(locales, options);
      }
    },
  );
}
