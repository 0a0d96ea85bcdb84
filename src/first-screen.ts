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

/** Ends, too, when the screens cannot be loaded: they say so in their place. */
export async function preloadScreens(): Promise<void> {
  await Screens.preload();
  const screens = await loadScreens().catch(() => null);
  await screens?.loading;
}

/** Loads the tab of the address while the database of its holder opens. */
export async function preloadFirstTab(device: Device): Promise<void> {
  // Without storage the session tells what is wrong, and the screens tell that they cannot be loaded.
  const all = await Promise.all([readHolder(device), loadScreens()]).catch(() => null);
  if (!all) return;
  const [{ holder }, { preloadTab, tabNow }] = all;
  const tab = tabNow();
  if (tab) await preloadTab(holder ? tab : 'signed_out');
}

/** Reading takes milliseconds. If it hangs, the screen comes with what there is. */
const LIMIT_MS = 2000;

/** Loads the dashboard and reads what it shows first. The other screens read as they are drawn. */
export async function prepareScreen(database: Database, user: LastUser): Promise<void> {
  const prepare = async () => {
    const { preloadTab, preloadFrame, tabNow, showsAll } = await loadScreens();
    if (tabNow() !== 'dashboard') return;
    const read = async () => {
      const { prepareDashboard } = await import('./pages/dashboard/prepare-dashboard.ts');
      await prepareDashboard(database, user, showsAll());
    };
    await Promise.all([read(), preloadTab('dashboard'), preloadFrame()]);
  };
  const limit = new Promise((resolve) => setTimeout(resolve, LIMIT_MS));
  await Promise.race([prepare().catch(() => {}), limit]);
}
