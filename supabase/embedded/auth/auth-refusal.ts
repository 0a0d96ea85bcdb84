import type { OutgoingHttpHeaders } from 'node:http';
import { type Answer, json } from '../http/answers.ts';

/**
 * A refusal in the form of GoTrue, Supabase's auth server. supabase-js turns it into an AuthApiError with this HTTP
 * status, code and message.
 */
export function authRefusal(status: number, code: string, message: string, headers: OutgoingHttpHeaders = {}): Answer {
  return json(status, { code: status, error_code: code, msg: message }, { ...headers, 'x-sb-error-code': code });
}
