/** B9: what a new browser loads until the page is quiet. Kilobytes (1,024 bytes) as they came over the wire. */
import { join } from 'node:path';
import { startTestBackend } from '../../support/backend.ts';
import { appDir } from '../../support/built-app.ts';
import { openProfile } from '../../support/chromium.ts';
import { type Figures, OURS } from '../figures.ts';

export async function measureFirstLoad(folder: string, figures: Figures): Promise<void> {
  const backend = await startTestBackend({ appDir });
  const context = await openProfile(join(folder, 'first-load'));
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    let bytes = 0;
    page.on('requestfinished', async (request) => {
      if (request.resourceType() === 'script') bytes += (await request.sizes()).responseBodySize;
    });
    await page.goto(`${backend.url}/auth`);
    await page.getByRole('tabpanel', { name: 'Login' }).waitFor();
    // This is before the service worker fetches the rest of the app, which nobody waits for.
    const loaded = bytes / 1024;
    figures.add({
      workload: 'B9',
      size: 0,
      what: 'JavaScript of the sign-in screen',
      who: OURS,
      unit: 'kB',
      measured: [loaded],
    });
  } finally {
    await context.close();
    await backend.stop();
  }
}
