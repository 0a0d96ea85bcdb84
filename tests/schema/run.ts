/** `npm run schema` prints the database that the migrations make into supabase/schema, one file for each subject. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { startDatabase } from '../support/backend.ts';
import { printSchema } from './printed-schema.ts';

const folder = new URL('../../supabase/schema/', import.meta.url);

const database = await startDatabase();
try {
  const { files, problems } = await printSchema(database.sql);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(new URL(name, folder), text);
  for (const problem of problems) console.error(problem);
  console.log(`${Object.keys(files).length} files in supabase/schema`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await database.stop();
}
