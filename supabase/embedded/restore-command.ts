/**
 * `npm run restore -- <file> [--force]` restores a file of `npm run backup` into DATA_DIR (or into the empty database
 * of DATABASE_URL). With `--force` it also restores over existing data, which it puts aside.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { askedToStop } from './asked-to-stop.ts';
import { restoreBackup } from './backup/restore.ts';
import { commandFailed } from './command-failed.ts';
import { readEnvironment } from './environment.ts';

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new Error('Usage: npm run restore -- <file> [--force]');
  // The next restore removes what this one has begun.
  askedToStop().addEventListener('abort', () => process.exit(1));
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readEnvironment();
  const aside = await restoreBackup({
    file: resolve(file),
    dataDir,
    force: values.force === true,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  if (aside !== null) process.stdout.write(`The earlier data is in ${aside}. Remove it when all is well.\n`);
  process.stdout.write('Restored. Start as usual. Devices fetch everything afresh.\n');
} catch (error) {
  commandFailed(error);
}
