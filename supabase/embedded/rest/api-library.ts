import { fileURLToPath } from 'node:url';
import { App } from '@supabase/lite';
import type { PostgresConnection } from '@supabase/lite/postgres';
import { externalProviders, type Providers } from '../auth/providers.ts';
import type { Log } from '../log.ts';
import type { MailSender } from '../mail/mail.ts';
import { connectionFailure, isConnectionError } from '../postgres/connection-error.ts';
import { withQuietConsole } from '../quiet-console.ts';
import type { Secrets } from '../secrets.ts';

export type ApiLibraryOptions = {
  connection: PostgresConnection;
  secrets: Secrets;
  mail: MailSender;
  /** The address that links in mails lead to: the app's own. */
  siteUrl: string;
  /** Whether a new user has to open a link in a mail before signing in. */
  confirmByMail: boolean;
  providers: Providers;
  /** Seconds until an access token expires. */
  tokenLifetime: number;
  log: Log;
};

/** Takes a web request and returns a web response. It gets only paths below /rest/v1 and /auth/v1. */
export type ApiLibrary = (request: Request, peerAddress: string | null) => Promise<Response>;

/** @supabase/lite: table API and auth. Its other parts are switched off. */
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
      // auth/refresh-rotation.ts stands in front. It decides which token may come again, and which session ends with
      // it.
      enable_refresh_token_rotation: true,
      external: externalProviders(options.providers),
      email: {
        enable_confirmations: options.confirmByMail,
        // Nobody types a code. A link holds the code's hash, which must not be easier to guess than 128 bits.
        otp_length: 40,
        // Unlike hosted, the library's double confirmation asks the old mailbox alone. With this setting it asks the
        // new one, and auth/email-change.ts asks the old one.
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
      // The library's checks before a request answer `500` without a reason. Whether the database can be reached tells
      // them apart.
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
    content_path: fileURLToPath(new URL(`../../templates/${file}`, import.meta.url)),
  });
  return {
    confirmation: template('Confirm your e-mail address', 'confirmation.html'),
    recovery: template('Choose a new password', 'recovery.html'),
    email_change: template('Confirm your new e-mail address', 'email-change.html'),
  };
}
