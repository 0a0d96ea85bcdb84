/**
 * Where a sign-in leads when somebody asked for more than the main page: by the link of a mail, which carries a name of a closed
 * set and no path, so that no link can lead anywhere else; or by opening an address of the app that needs a sign-in.
 */

const places = { manageAccess: '/settings?tab=manageAccess' };

export type NextPlace = keyof typeof places;

export const NEXT_PLACES: readonly NextPlace[] = ['manageAccess'];

const KEY = 'carryover-next-place';

/** As long as the links of the auth service's mails are good: who comes back later than that wants something else. */
const REMEMBERED_MS = 3_600_000;

interface Kept {
  text: string;
  /** In milliseconds since 1970. */
  at: number;
}

/** Signing up by mail and third-party sign-in leave the page; what comes back to this browser finds the way by this. */
export function rememberNextPlace(name: NextPlace, now: number = Date.now()): void {
  keep(localStorage, name, now);
}

/** What a visitor opened is remembered for the same tab, as the path and query that the router knows it by. */
export function rememberAddress(address: string, now: number = Date.now()): void {
  keep(sessionStorage, address, now);
}

/** The address to go to after a sign-in: the one named, else the last one remembered, else the main page. Remembers no longer. */
export function takeNextPlace(named: NextPlace | undefined, now: number = Date.now()): string {
  const [place, address] = [take(localStorage, now), take(sessionStorage, now)];
  const name = named ?? (address && address.at > (place?.at ?? 0) ? undefined : nameOf(place));
  return name ? places[name] : (inApp(address) ?? '/');
}

function keep(storage: Storage, text: string, now: number): void {
  storage.setItem(KEY, `${text} ${now}`);
}

function take(storage: Storage, now: number): Kept | undefined {
  const [text = '', at] = (storage.getItem(KEY) ?? '').split(' ');
  storage.removeItem(KEY);
  return now - Number(at) < REMEMBERED_MS ? { text, at: Number(at) } : undefined;
}

function nameOf(place: Kept | undefined): NextPlace | undefined {
  return NEXT_PLACES.find((name) => name === place?.text);
}

/** An address of this origin, as a browser would read it, or nothing; nor the sign-in page, which leads on itself. */
function inApp(address: Kept | undefined): string | undefined {
  if (!address?.text.startsWith('/') || !URL.canParse(address.text, location.origin)) return undefined;
  const { origin, pathname, search } = new URL(address.text, location.origin);
  if (origin !== location.origin || pathname.startsWith('//') || pathname === '/auth') return undefined;
  return pathname + search;
}
