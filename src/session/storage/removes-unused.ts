import { isInstalled } from '../install/is-installed.ts';

/**
 * Whether this browser removes what a website keeps after seven days in which people use the browser and not the site.
 * All browsers with Apple's engine do, unless the site is installed.
 */
export function removesUnused(): boolean {
  return navigator.vendor.startsWith('Apple') && !isInstalled();
}
