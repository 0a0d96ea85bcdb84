/** The guards of sessions in the embedded backend. */
import type { Mutant } from './mutant.ts';

export const sessionMutants: readonly Mutant[] = [
  {
    guard: 'rotation: a successor that was used voids the token before it',
    file: 'supabase/embedded/auth/refresh-rotation.ts',
    find: '(other.parent = t.token or (',
    replace: '(false or (',
    test: [
      'tests/backend/sessions/rotation.test.ts',
      'a token that is two renewals old ends the session for everybody who has a token of it',
    ],
  },
  {
    guard: 'rotation: a successor that was used voids the others',
    file: 'supabase/embedded/auth/refresh-rotation.ts',
    find: 'or (other.parent = t.parent and other.token <> t.token))',
    replace: ')',
    test: [
      'tests/backend/sessions/rotation.test.ts',
      'of two holders of one token’s successors, the first goes on until the second ends it for both',
    ],
  },
  {
    guard: 'rotation: a device may ask again after a lost response',
    file: 'supabase/embedded/auth/refresh-rotation.ts',
    find: 'and other.revoked\n',
    replace: 'and (other.revoked or t.revoked)\n',
    test: ['tests/backend/sessions/rotation.test.ts', 'a device that lost the response repeats its token and goes on'],
  },
  {
    guard: 'rotation: any token of a session of v0.1.0 is valid',
    file: 'supabase/embedded/auth/refresh-rotation.ts',
    find: 'if (!session.ours) await adopt(transaction, session.id);',
    replace: '',
    test: ['tests/backend/sessions/rotation.test.ts', 'goes on once with any token of its device'],
  },
  {
    guard: 'new password: a sign-in of long ago is not enough',
    file: 'supabase/embedded/auth/password-change.ts',
    find: 'if (Date.now() - session.created_at.getTime() < RECENT_MS) return null;',
    replace: 'return null;',
    test: ['tests/backend/sessions/password.test.ts', 'a device that was left open changes no password'],
  },
  {
    guard: 'new password: the other sessions end',
    file: 'supabase/embedded/auth/session-guards.ts',
    find: "if (changes('password')) await endOtherSessions(options.sql, caller);",
    replace: '',
    test: [
      'tests/backend/sessions/password.test.ts',
      'a new password ends the other sessions, but not the one that set it',
    ],
  },
  {
    guard: 'new address: one mailbox is not enough',
    file: 'supabase/embedded/auth/email-change.ts',
    find: 'if (!change.isLast) {',
    replace: 'if (false) {',
    test: ['tests/backend/sessions/email.test.ts', 'the address changes when the'],
  },
  {
    guard: 'replaced secrets: sessions of others end',
    file: 'supabase/embedded/auth/replaced-secrets.ts',
    find: 'await transaction`delete from auth.sessions`;',
    replace: '',
    also: {
      file: 'supabase/embedded/auth/replaced-secrets.ts',
      find: 'await transaction`delete from auth.refresh_tokens`;',
      replace: '',
    },
    test: ['tests/backend/sessions/secrets.test.ts', 'replaced secrets end every session'],
  },
  {
    guard: 'ended session: its access token opens nothing',
    file: 'supabase/embedded/auth/open-sessions.ts',
    find: 'if (found.length === 0) return false;',
    replace: '',
    test: ['tests/backend/sessions/ended.test.ts', 'is closed within seconds'],
  },
  {
    guard: 'ended session: no header names a user to the library whom our endpoints do not see',
    file: 'supabase/embedded/auth/bearer-token.ts',
    find: "if (!/^\\S+$/.test(given)) throw new InvalidJwt('malformed');",
    replace: 'if (!/^\\S+$/.test(given)) return null;',
    test: ['tests/backend/sessions/ended.test.ts', 'behind it opens nothing either'],
  },
  {
    guard: 'ended session: realtime takes no new channel from it',
    file: 'supabase/embedded/realtime/realtime.ts',
    find: "if (caller !== null && !(await isOpenSession(caller.sessionId))) throw new InvalidJwt('expired');",
    replace: 'void caller;',
    test: ['tests/backend/sessions/ended.test.ts', 'no channel is joined or renewed with it'],
  },
  {
    guard: 'new address: a change before leaves nothing that stands for the old mailbox',
    file: 'supabase/embedded/auth/email-change.ts',
    find: 'and old.mailbox is null))',
    replace: '))',
    test: ['tests/backend/sessions/email.test.ts', 'after a finished change, the next one waits for the old mailbox'],
  },
];
