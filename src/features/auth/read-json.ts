import * as v from 'valibot';
import { AuthFailure } from './auth-failure.ts';

/** Asks for a document of a known shape; throws an AuthFailure, `unreachable` without an answer and `server` for any other. */
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
