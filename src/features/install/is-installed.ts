/** Whether this page is the installed app and no tab of a browser. */
export function isInstalled(): boolean {
  return !matchMedia('(display-mode: browser)').matches;
}
