/** Reads the body of a request to the auth service once. The auth library gets only what this file has read. */
import * as v from 'valibot';
import type { Answer } from '../http/answers.ts';
import { parseJson } from '../http/web-exchange.ts';
import { authRefusal } from './auth-refusal.ts';
import { OneSpelling } from './email-spelling.ts';

const Fields = v.looseObject({
  email: v.optional(v.nullable(v.union([OneSpelling, v.literal('')]))),
  password: v.optional(v.nullable(v.string())),
});

export type AuthBody = {
  /** The e-mail in its one spelling; null when the body names none. */
  email: string | null;
  /** Null when the body has no password, or an empty one. */
  password: string | null;
  fields: Record<string, unknown>;
  /** The body as the library gets it. */
  bytes: Buffer;
};

/** A body that names nothing: none, or one that is no JSON. The library gets `bytes` unchanged. */
export function namelessBody(bytes: Buffer): AuthBody {
  return { email: null, password: null, fields: {}, bytes };
}

/** Returns the body, or the response that refuses it. */
export function readAuthBody(bytes: Buffer): { body: AuthBody } | { refusal: Answer } {
  if (bytes.length === 0) return { body: namelessBody(bytes) };
  const given = parseJson(bytes);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { refusal: authRefusal(400, 'bad_json', 'Could not parse request body as JSON') };
  }
  const known = v.safeParse(Fields, given);
  if (!known.success) return { refusal: authRefusal(400, 'validation_failed', describe(known.issues)) };
  const fields = known.output;
  return {
    body: {
      email: fields.email || null,
      password: fields.password || null,
      fields,
      bytes: Buffer.from(JSON.stringify(fields)),
    },
  };
}

function describe(issues: v.InferIssue<typeof Fields>[]): string {
  const field = issues[0]?.path?.[0]?.key;
  return field === 'email' ? 'Unable to validate email address: invalid format' : 'The password has to be a text';
}
