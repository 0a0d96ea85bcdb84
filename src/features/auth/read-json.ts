import * as v from 'valibot';
import { AuthFailure } from './auth-failure.ts';

/**
 * Requests a document of a known shape. Throws an AuthFailure: `unreachable` without a response, `server` for any other
 * one.
 */
export async function readJson<Schema extends v.GenericSchema>(
  address: string,
  schema: Schema,
  options: RequestInit,
): Promise<v.InferOutput<Schema>> {
  const answer = await fetch(address, options).catch((error: unknown) => {
    throw new AuthFailure('unreachable', '', { cause: error });
  });
  try {
    return v.parse(schema, await answer.json());
  } catch (error) {
    throw new AuthFailure('server', '', { cause: error });
  }
}
