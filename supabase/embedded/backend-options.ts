import type { Sql } from 'postgres';
import type { Providers } from './auth/providers.ts';
import type { AuthLimits } from './http/rate-limit.ts';
import type { Log } from './log.ts';
import type { GarbageSchedule } from './postgres/garbage.ts';

export type BackendOptions = {
  /** The folder that keeps everything of this install. */
  dataDir: string;
  /** 0 takes any free port. */
  port: number;
  host?: string;
  /** The folder of the built app. Without it, only the API is served. */
  appDir?: string;
  /** The address that browsers use when a proxy stands in front: https://money.example.org */
  publicUrl?: string;
  /** Comma-separated addresses and networks of trusted proxies on other machines. */
  trustedProxies?: string;
  /** A PostgreSQL server of your own, as a superuser, instead of the embedded one. */
  databaseUrl?: string;
  /** nodemailer's URL of a mail server. Without it, mails go to the mail outbox. */
  smtpUrl?: string;
  mailFrom?: string;
  /** Third-party sign-in. */
  providers?: Providers;
  /** Other origins than the app's own that may call the API from a browser. */
  corsOrigins?: string[];
  authLimits?: Partial<AuthLimits>;
  /** Multiplies the requests and connections that one address may have at once (1). */
  addressFactor?: number;
  /** Seconds until an access token expires. */
  tokenLifetime?: number;
  /** Server settings of the embedded PostgreSQL, for example `{ fsync: 'off' }` for throw-away data. */
  databaseSettings?: Record<string, string>;
  garbageSchedule?: GarbageSchedule;
  /** Folders of migrations and of edge functions, when they are not ours. */
  migrationsDir?: string;
  functionsDir?: string;
  /** The version of the first migration that may run without a backup before it. */
  upgradeWithoutBackup?: string;
  log: Log;
};

export type Backend = {
  /** The address where it listens, without a slash at the end. */
  url: string;
  /** The address that browsers use: the same, or the one of the proxy in front. */
  publicUrl: string;
  /** The page that shows an install's mails to its owner when it has no mail server; null when there is none. */
  outboxUrl: string | null;
  anonKey: string;
  serviceRoleKey: string;
  /** A superuser's connection for tests and maintenance. */
  sql: Sql;
  /** Resolves with a sentence when the database has ended by itself and nothing works any more. */
  died: Promise<string>;
  stop(): Promise<void>;
};
