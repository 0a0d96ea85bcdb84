import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** Release → file name → SHA-256 of the text that the release ran. tests/releases/record.ts adds each release. */
const ReleasedMigrations = v.record(v.string(), v.record(v.string(), v.string()));

const file = fileURLToPath(new URL('./released-migrations.json', import.meta.url));
const releases = Object.values(v.parse(ReleasedMigrations, JSON.parse(readFileSync(file, 'utf8'))));

/**
 * Whether a release ran this migration with a text of that checksum. Today's text may differ: a released migration is
 * only rewritten where it leaves the same database (tests/backend/embedded/releases.test.ts).
 */
export function isReleased(name: string, checksum: string): boolean {
  return releases.some((migrations) => migrations[name] === checksum);
}
