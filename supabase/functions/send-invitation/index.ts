/**
 * The edge function `send-invitation`, on hosted Supabase and in the embedded backend alike.
 *
 * Environment: SUPABASE_URL and SUPABASE_ANON_KEY (set by the platform), SITE_URL (the app's address, for the link in the
 * mail), MAIL_API_URL and MAIL_API_KEY (see mail-api.ts), MAIL_FROM.
 */
import { createHandler } from './handler.ts';
import { createMailApi } from './mail-api.ts';

/** What this function uses of Deno. */
declare const Deno: {
  serve(handler: (request: Request) => Promise<Response>): void;
  env: { get(name: string): string | undefined };
};

Deno.serve(
  createHandler({
    supabaseUrl: Deno.env.get('SUPABASE_URL') ?? '',
    supabaseKey: Deno.env.get('SUPABASE_ANON_KEY') ?? '',
    siteUrl: Deno.env.get('SITE_URL') ?? '',
    sendMail: createMailApi({
      url: Deno.env.get('MAIL_API_URL') ?? '',
      key: Deno.env.get('MAIL_API_KEY') ?? '',
      from: Deno.env.get('MAIL_FROM') ?? 'Carryover <no-reply@localhost>',
    }),
  }),
);
