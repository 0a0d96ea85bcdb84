import * as v from 'valibot';

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65535));
const WebAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//));
/** The settings that the programs of this folder take. `main.ts` describes each one. */
const Environment = v.object({
  PORT: v.optional(Port, '4321'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), '.data'),
  PUBLIC_URL: v.optional(WebAddress),
  TRUSTED_PROXIES: v.optional(v.string()),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.startsWith('postgres'))),
  SMTP_URL: v.optional(v.pipe(v.string(), v.startsWith('smtp'))),
  MAIL_FROM: v.optional(v.string()),
  CORS_ORIGINS: v.optional(v.string(), ''),
  APP_DIR: v.optional(v.string()),
  AUTH_LIMIT_FACTOR: v.optional(v.pipe(v.string(), v.transform(Number), v.number(), v.minValue(0.1)), '1'),
  UPGRADE_WITHOUT_BACKUP: v.optional(v.string()),
  LOG: v.optional(v.picklist(['on', 'off']), 'on'),
});

/** Throws a ValiError, which `explain` turns into sentences. */
export function readEnvironment(): v.InferOutput<typeof Environment> {
  return v.parse(Environment, givenSettings());
}

/** The environment without variables that are set to nothing, as in `VARIABLE= npm start`. */
export function givenSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
}

/** The message for the person at the terminal. */
export function explain(error: unknown): string {
  if (v.isValiError(error)) {
    return error.issues.map((issue) => `${v.getDotPath(issue) ?? 'Settings'}: ${issue.message}`).join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}
