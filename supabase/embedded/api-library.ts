import { fileURLToPath } from 'node:url';
import { App } from '@supabase/lite';
import type { PostgresConnection } from '@supabase/lite/postgres';
import { connectionFailure, isConnectionError } from './connection-error.ts';
import type { Log } from './log.ts';
import type { MailSender } from './mail.ts';
import { externalProviders, type Providers } from './providers.ts';
import { withQuietConsole } from './quiet-console.ts';
import type { Secrets } from './secrets.ts';

export type ApiLibraryOptions = {
  connection: PostgresConnection;
  secrets: Secrets;
  mail: MailSender;
  /** Where links in mails lead; the app's own address. */
  siteUrl: string;
  /** Whether a new user has to open a link in a mail before signing in. */
  confirmByMail: boolean;
  providers: Providers;
  /** Seconds that an access token is good for. */
  tokenLifetime: number;
  log: Log;
};

/** A web request in, a web response out. Only paths below /rest/v1 and /auth/v1 are sent here. */
export type ApiLibrary = (request: Request, peerAddress: string | null) => Promise<Response>;

/** @supabase/lite: table API and auth, with everything else it brings switched off. */
export async function createApiLibrary(options: ApiLibraryOptions): Promise<ApiLibrary> {
  const { connection, secrets, log } = options;
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000, external_url: options.siteUrl },
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: options.siteUrl,
      additional_redirect_urls: [],
      jwt_expiry: options.tokenLifetime,
      minimum_password_length: 6,
      external: externalProviders(options.providers),
      email: {
        enable_confirmations: options.confirmByMail,
        // Unlike hosted, the library's double confirmation asks the old mailbox alone; this asks the new one.
        double_confirm_changes: false,
        template: mailTemplates(),
      },
    },
    studio: { enabled: false },
    storage: { enabled: false },
    options: {
      // The library's own plain-text part speaks of a code, and its link is not the template's.
      drivers: {
        email: { send: ({ to, subject, text = '', html = text }) => options.mail.send({ to, subject, html }) },
      },
      server: { admin: false, disableStudio: true, disableFallback: true },
    },
  });
  return withQuietConsole(log, async () => {
    await app.init();
    await connection.introspect({ useCache: true });
    return async (request, peerAddress) => {
      const answer = await withQuietConsole(log, async () => app.fetch(request, { peerAddress }));
      // Its checks before a request say `500` without a reason; whether the database is there tells them apart.
      if (answer.status !== 500 || (await isReachable(connection))) return answer;
      return Response.json(connectionFailure.body, { status: connectionFailure.status });
    };
  });
}

async function isReachable({ driver }: PostgresConnection): Promise<boolean> {
  try {
    await driver`select 1`;
    return true;
  } catch (error) {
    return !isConnectionError(error);
  }
}

/** The same files that supabase/config.toml names for hosted projects. */
function mailTemplates() {
  const template = (subject: string, file: string) => ({
    subject,
    content_path: fileURLToPath(new URL(`../templates/${file}`, import.meta.url)),
  });
  return {
    confirmation: template('Confirm your e-mail address', 'confirmation.html'),
    recovery: template('Choose a new password', 'recovery.html'),
    magic_link: template('Your sign-in link', 'magic-link.html'),
    email_change: template('Confirm your new e-mail address', 'email-change.html'),
  };
}
