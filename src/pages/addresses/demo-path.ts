/** Below this path every route of the app shows the demo. */
export const DEMO_PATH = '/demo';

export function isInDemo(pathname: string): boolean {
  return pathname === DEMO_PATH || pathname.startsWith(`${DEMO_PATH}/`);
}
