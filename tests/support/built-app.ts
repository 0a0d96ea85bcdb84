/** The app as it is served. Browser tests run `dist`; Playwright builds it first when a source is newer. */
import { fileURLToPath } from 'node:url';
import { buildApp } from '../../supabase/embedded/build-app.ts';

/** The folder of the built app, for a backend's `appDir`. */
export const appDir = fileURLToPath(new URL('../../dist', import.meta.url));

export default async function build(): Promise<void> {
  await buildApp(fileURLToPath(new URL('../..', import.meta.url)), console.log);
}
