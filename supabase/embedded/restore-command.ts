/**
 * `npm run restore -- <file> [--force]`: brings back what `npm run backup` wrote, into DATA_DIR (or into the empty database
 * of DATABASE_URL). With `--force` also where there is data, which is put aside.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explain, readEnvironment } from './environment.ts';
import { restoreBackup } from './restore.ts';

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new Error('Usage: npm run restore -- <file> [--force]');
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readEnvironment();
  const aside = await restoreBackup({
    file: resolve(file),
    dataDir,
    force: values.force === true,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  if (aside !== null) process.stdout.write(`What was there before is in ${aside}; remove it when all is well.\n`);
  process.stdout.write('Restored. Start as usual; devices fetch everything afresh.\n');
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
