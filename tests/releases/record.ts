/**
 * `node tests/releases/record.ts <version>`, once in the checkout of each release: writes tests/releases/<version>. The
 * tests of all later releases start with it. It holds the texts that make the release's database (migrations only as
 * checksums), a backup of a small household that the release's own backup command made, what that household's people
 * and devices know, databases of devices with everything that may wait in them, the engine of its devices, the wire
 * schemas, and the keys of our bank files. docs/releasing.md says when.
 */
import 'fake-indexeddb/auto';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: node tests/releases/record.ts <version>');
const folder = fileURLToPath(new URL(`./${version}/`, import.meta.url));
mkdirSync(folder);

// Dexie looks for IndexedDB when it is loaded, so what uses it is loaded afterwards.
const { recordDevices } = await import('./recorder/device-states/record-devices.ts');
const { recordEngine } = await import('./recorder/record-engine.ts');
const { recordImportKeys } = await import('./recorder/record-import-keys.ts');
const { recordInstall } = await import('./recorder/install.ts');
const { copyTexts, format, listMigrations } = await import('./recorder/texts.ts');
try {
  copyTexts(folder);
  await recordInstall(folder);
  await recordDevices(`${folder}devices/`);
  await recordEngine(`${folder}devices/`);
  recordImportKeys(folder);
  await format(folder);
  listMigrations(version);
} catch (failure) {
  rmSync(folder, { recursive: true });
  throw failure;
}
