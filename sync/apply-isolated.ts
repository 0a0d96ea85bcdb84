/**
 * Applies a response so that one scope does not stop the others (S61e). One transaction applies all of it or nothing.
 * When a scope cannot be applied, the response is applied without it, and that scope stands as it was.
 */
import type { Database } from '#store/database/database';
import { applyResponse, ScopeFailure } from './apply.ts';
import { isRestored } from './reached.ts';
import type { PullResponse } from './read-answer.ts';
import type { Received } from './requests.ts';

/**
 * Returns whether the response was applied (S11), and the response as far as it was. Throws what `applyResponse` throws
 * when no scope is left, and after a restore of the server, which is applied as a whole.
 */
export async function applyIsolated(
  db: Database,
  { asked, response, offsetMs }: Received,
): Promise<{ applied: boolean; response: PullResponse }> {
  let rest = response;
  for (;;) {
    try {
      return { applied: await applyResponse(db, asked, rest, offsetMs), response: rest };
    } catch (failure) {
      if (!(failure instanceof ScopeFailure)) throw failure;
      const scopes = rest.scopes.filter(({ scope }) => scope !== failure.scope);
      if (scopes.length === 0 || isRestored(asked, rest)) throw failure.cause;
      const unread = { rows: rest.unread?.rows ?? [], scopes: [...(rest.unread?.scopes ?? []), failure.scope] };
      rest = {
        ...rest,
        scopes,
        unread: { ...unread, rows: unread.rows.filter(({ scope }) => scope !== failure.scope) },
      };
    }
  }
}
