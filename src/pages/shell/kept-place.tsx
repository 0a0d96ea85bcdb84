import { useElementScrollRestoration, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** A list that has not come back until then will not come back as it was. */
const PATIENCE_MS = 10_000;

/** From now on the user decides where the page is. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Brings the user back to the place in a page that they had left. The router scrolls there once, when a list has not
 * been read yet and the page is short; this goes on while the page grows.
 */
export function KeptPlace() {
  const router = useRouter();
  // Another address is why the place is read again.
  useLocation();
  const place = useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0;
  const readPlace = useEffectEvent(() => place);
  useEffect(() => {
    let stop = () => {};
    const unsubscribe = router.subscribe('onRendered', () => {
      stop();
      stop = goOnTo(readPlace());
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [router]);
  return null;
}

/** Scrolls there as soon as the page is long enough, unless the user scrolls before. */
function goOnTo(top: number): () => void {
  if (top <= scrollY) return () => {};
  const grown = new ResizeObserver(() => {
    scrollTo({ top, behavior: 'instant' });
    if (scrollY >= top - 1) stop();
  });
  const stop = () => {
    grown.disconnect();
    clearTimeout(timer);
    for (const name of TAKES_OVER) removeEventListener(name, stop, true);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const name of TAKES_OVER) addEventListener(name, stop, true);
  grown.observe(document.body);
  return stop;
}
