import * as v from 'valibot';

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65535));
const WebAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//));
/** What the programs of this folder take from outside; `main.ts` says what each is. */
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
  LOG: v.optional(v.picklist(['on', 'off']), 'on'),
});

/** Throws a ValiError that `explain` makes sentences of. */
export function readEnvironment(): v.InferOutput<typeof Environment> {
  return v.parse(Environment, givenSettings());
}

/** The environment without what is set to nothing, as `VARIABLE= npm start` does. */
export function givenSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
}

/** What the person at the terminal is told. */
export function explain(error: unknown): string {
  if (v.isValiError(error)) {
    return error.issues.map((issue) => `${v.getDotPath(issue) ?? 'Settings'}: ${issue.message}`).join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}
