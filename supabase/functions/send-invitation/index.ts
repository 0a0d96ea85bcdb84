/**
 * The edge function `send-invitation`, for hosted Supabase and the embedded backend alike.
 *
 * Environment:
 * - SUPABASE_URL and SUPABASE_ANON_KEY (the platform sets them)
 * - SITE_URL (the app's address, for the link in the mail)
 * - MAIL_API_URL and MAIL_API_KEY (see mail-api.ts)
 * - MAIL_FROM
 */
import { createHandler } from './handler.ts';
import { createMailApi } from './mail-api.ts';

/** The part of Deno that this function uses. */
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
