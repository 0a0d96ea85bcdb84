import type { Sql } from 'postgres';
import type { Claims } from '../auth/jwt.ts';
import { reliedOn } from '../postgres/session-settings.ts';

/**
 * What a request's transaction sets besides its claims, as PostgREST does. Later ones win: the settings of the role
 * that connects, those of the caller's role, the `statement_timeout` of the called function. PostgreSQL itself applies
 * only the first: `set role` and a running function change no timer.
 */
export type RequestSettings = (role: Claims['role'], calledFunction?: string) => Record<string, string>;

/** Roles may have values of these, too, which would change what our statements mean or as whom they run. */
const ours = [...Object.keys(reliedOn), 'role', 'session_authorization'];

/** Read once, as PostgREST does. After changing a role or a function by hand, restart the server. */
export async function readRequestSettings(sql: Sql): Promise<RequestSettings> {
  const ofRoles = bySubject(
    await sql<Setting[]>`
      select r.rolname as subject, k.name, substr(entry, strpos(entry, '=') + 1) as value
      from pg_roles r, unnest(r.rolconfig) entry join pg_settings k on k.name = split_part(entry, '=', 1)
      where r.rolname in ('authenticator', 'anon', 'authenticated', 'service_role') and k.context = 'user'
        and not lower(k.name) = any (${ours})`,
  );
  const ofFunctions = bySubject(
    await sql<Setting[]>`
      select p.proname as subject, 'statement_timeout' as name, substr(entry, strpos(entry, '=') + 1) as value
      from pg_proc p, unnest(p.proconfig) entry
      where p.pronamespace = 'public'::regnamespace and split_part(entry, '=', 1) = 'statement_timeout'`,
  );
  return (role, calledFunction) => ({
    ...ofRoles.get('authenticator'),
    ...ofRoles.get(role),
    ...(calledFunction === undefined ? {} : ofFunctions.get(calledFunction)),
  });
}

type Setting = { subject: string; name: string; value: string };

function bySubject(rows: Setting[]): Map<string, Record<string, string>> {
  const settings = new Map<string, Record<string, string>>();
  for (const { subject, name, value } of rows) settings.set(subject, { ...settings.get(subject), [name]: value });
  return settings;
}
