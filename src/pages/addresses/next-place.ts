/**
 * Where a sign-in leads when the user wanted another place than the main page. The link of a mail carries a name of a
 * closed set instead of a path, so no link can lead anywhere else. The other case is an address of the app that needs a
 * sign-in.
 */

const places = { manageAccess: '/settings?tab=manageAccess' };

export type NextPlace = keyof typeof places;

export const NEXT_PLACES: readonly NextPlace[] = ['manageAccess'];

const KEY = 'carryover-next-place';

/** As long as the links of the auth service's mails are valid. A user who comes back later wants something else. */
const REMEMBERED_MS = 3_600_000;

interface Kept {
  text: string;
  /** In milliseconds since 1970. */
  at: number;
}

/**
 * Signing up by mail and third-party sign-in leave the page. This record tells the way when the user comes back to this
 * browser.
 */
export function rememberNextPlace(name: NextPlace, now: number = Date.now()): void {
  keep(localStorage, name, now);
}

/** Remembers, for the same tab, the address that a visitor opened: path and query, as the router knows them. */
export function rememberAddress(address: string, now: number = Date.now()): void {
  keep(sessionStorage, address, now);
}

/**
 * Returns the address to go to after a sign-in, and forgets it: the named one, otherwise the last remembered one,
 * otherwise the main page.
 */
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

/**
 * Returns the address if it belongs to this origin, as a browser would read it; otherwise undefined. Also undefined for
 * the sign-in page, which leads on by itself.
 */
function inApp(address: Kept | undefined): string | undefined {
  if (!address?.text.startsWith('/') || !URL.canParse(address.text, location.origin)) return undefined;
  const { origin, pathname, search } = new URL(address.text, location.origin);
  if (origin !== location.origin || pathname.startsWith('//') || pathname === '/auth') return undefined;
  return pathname + search;
}
