/**
 * The first screen: everything that it needs is loaded and read at the same time, before anything of it is drawn. So it
 * is drawn once. React would show a screen that suspends 300 ms later, because it lets nothing flicker.
 */
import type { Database } from '#store/database/database';
import type { Device, LastUser } from '#store/session/device';
import { onDemand } from '#ui/on-demand';
import { readHolder } from './session/holder/holder.ts';

const loadScreens = () => import('./routes/screens.tsx');

export const Screens = onDemand(loadScreens);

/**
 * Loads the screens, and the tab of the address as the holder of this device sees it. Ends, too, when something cannot
 * be loaded: that says so in its place.
 */
export async function preloadScreens(device: Device): Promise<void> {
  // Without storage the session tells what is wrong.
  const reading = readHolder(device).catch(() => null);
  await Screens.preload();
  const screens = await loadScreens().catch(() => null);
  if (!screens) return;
  const [tab, known] = [screens.tabNow(), await reading];
  await Promise.all([screens.loading, tab && known && screens.preloadTab(known.holder ? tab : 'signed_out')]);
}

/** Reading takes milliseconds. If it hangs, the screen comes with what there is. */
const LIMIT_MS = 2000;

/** Loads the frame, and reads what the dashboard shows first. The other screens read as they are drawn. */
export async function prepareScreen(database: Database, user: LastUser): Promise<void> {
  const prepare = async () => {
    const { preloadFrame, tabNow, showsAll } = await loadScreens();
    if (tabNow() !== 'dashboard') return;
    const read = async () => {
      const { prepareDashboard } = await import('./pages/dashboard/prepare-dashboard.ts');
      await prepareDashboard(database, user, showsAll());
    };
    await Promise.all([read(), preloadFrame()]);
  };
  const limit = new Promise((resolve) => setTimeout(resolve, LIMIT_MS));
  await Promise.race([prepare().catch(() => {}), limit]);
}
