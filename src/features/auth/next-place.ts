/**
 * Where a sign-in leads when the link of a mail asked for more than the main page. Such a link carries a name of this closed
 * set and no path, so no link can lead anywhere else.
 */

const places = { manageAccess: { to: '/settings', search: { tab: 'manageAccess' } } } as const;

export type NextPlace = keyof typeof places;

export const NEXT_PLACES: readonly NextPlace[] = ['manageAccess'];

const KEY = 'carryover-next-place';

/** As long as the links of the auth service's mails are good: who comes back later than that wants something else. */
const REMEMBERED_MS = 3_600_000;

/** Signing up by mail and third-party sign-in leave the page; what comes back to this browser finds the way by this. */
export function rememberNextPlace(name: NextPlace, now: number = Date.now()): void {
  localStorage.setItem(KEY, `${name} ${now}`);
}

/** The place to go to after a sign-in: the one named, else the one remembered, else the main page. Remembers no longer. */
export function takeNextPlace(named: NextPlace | undefined, now: number = Date.now()) {
  const [kept, at] = (localStorage.getItem(KEY) ?? '').split(' ');
  localStorage.removeItem(KEY);
  const remembered = now - Number(at) < REMEMBERED_MS ? NEXT_PLACES.find((place) => place === kept) : undefined;
  const name = named ?? remembered;
  return name ? places[name] : ({ to: '/' } as const);
}
