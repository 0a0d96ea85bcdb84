import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateApiKey } from '@supabase/lite';
import * as v from 'valibot';

/** The secrets of one install. Browsers get `publishableKey`. The other two never leave the machine. */
export const Secrets = v.object({
  jwtSecret: v.pipe(v.string(), v.minLength(32)),
  publishableKey: v.pipe(v.string(), v.startsWith('sb_publishable_')),
  secretKey: v.pipe(v.string(), v.startsWith('sb_secret_')),
});
export type Secrets = v.InferOutput<typeof Secrets>;

/** The secrets in the data folder are unusable: unreadable, too short, or a documented default. */
export class UnsafeSecrets extends Error {
  constructor(file: string, why: string) {
    super(
      `The secrets in ${file} cannot be used: ${why}. Move the file away for new ones. Everybody then signs in again.`,
    );
    this.name = 'UnsafeSecrets';
  }
}

/**
 * Defaults that the manuals of @supabase/lite and the Supabase CLI print. With them, anybody can sign in as anybody.
 */
const knownDefaults = ['unsafe-secret-change-me', 'super-secret-jwt-token-with-at-least-32-characters-long'];

/** Reads the install's secrets, or makes them at the first start. Only the file's owner can read it. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const secrets: Secrets = {
      jwtSecret: randomBytes(48).toString('base64url'),
      publishableKey: (await generateApiKey('publishable')).key,
      secretKey: (await generateApiKey('secret')).key,
    };
    saveSecrets(dataDir, secrets);
    return secrets;
  }
  chmodSync(file, 0o600);
  return parseSecrets(file);
}

/** Saves the secrets in place of existing ones. */
export function saveSecrets(dataDir: string, secrets: Secrets): void {
  const draft = join(dataDir, 'secrets.json.new');
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, join(dataDir, 'secrets.json'));
}

function parseSecrets(file: string): Secrets {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UnsafeSecrets(file, 'it is not JSON');
  }
  if (v.is(v.object({ jwtSecret: v.picklist(knownDefaults) }), content)) {
    throw new UnsafeSecrets(file, 'the JWT secret is a documented default');
  }
  const parsed = v.safeParse(Secrets, content);
  if (!parsed.success) throw new UnsafeSecrets(file, 'a field is missing or too short');
  return parsed.output;
}
