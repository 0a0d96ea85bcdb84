/**
 * The toasts about what the panel lists. One of them goes when the user has settled all that it is about, because it
 * would say what is no longer so. All of them go when the user opens the panel, which says more.
 */
import { showToast } from '#ui/toast';
import type { Toast } from '#ui/toast-board.ts';

export interface Told {
  toast: Toast;
  /** The ids of the entries or notices that the toast is about. */
  about: readonly string[];
}

interface Standing {
  about: Set<string>;
  takeDown: () => void;
}

const standing = new Set<Standing>();

export function tell({ toast, about }: Told): void {
  const takeDown = showToast({ ...toast, onGone: () => standing.delete(one) });
  const one: Standing = { about: new Set(about), takeDown };
  standing.add(one);
}

/** Takes the toasts down that are about these alone. */
export function takeDownSettled(ids: readonly string[]): void {
  for (const { about, takeDown } of standing) {
    for (const id of ids) about.delete(id);
    if (about.size === 0) takeDown();
  }
}

export function takeDownTold(): void {
  for (const { takeDown } of standing) takeDown();
}
