/**
 * Set-up of the vitest project `crowded`. It makes the folder of a database with a crowd once; each test file copies
 * it.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const program = fileURLToPath(new URL('./make-crowded-template.ts', import.meta.url));

export default async function makeTemplate({ config }: TestProject): Promise<() => Promise<void>> {
  const { CROWDED_TEMPLATE: dataDir } = config.env;
  if (typeof dataDir !== 'string') throw new Error('vite.config.ts says where the template is.');
  await promisify(execFile)(process.execPath, [program, dataDir]);
  return () => rm(dataDir, { recursive: true, force: true });
}
