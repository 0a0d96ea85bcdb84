import type { Sql } from 'postgres';
import type { Claims } from '../auth/jwt.ts';
import { CallerGone } from '../http/read-body.ts';
import { actAs } from '../postgres/claims-context.ts';
import type { CallLanes } from './call-lanes.ts';
import { ownBytes } from './own-bytes.ts';
import type { RequestSettings } from './request-settings.ts';

/** A call's body as it came: JSON text, and the keys of its outermost object. The keys are null when it has none. */
export type CallBody = {
  text: Buffer;
  names: Set<string> | null;
  /** Whether the caller still waits for the response. */
  isAwaited: () => boolean;
};

/**
 * Returns the result as JSON text, which is empty for a function that returns nothing. `null` means that the table API
 * library has to answer. The call takes a turn of `who`, who is in `network`.
 */
export type CallRemote = (
  name: string,
  body: CallBody,
  claims: Claims,
  who: string,
  network: string,
) => Promise<Buffer | null>;

type Signature = { args: { name: string; type: string }[]; required: number; result: string };

/**
 * `POST /rest/v1/rpc/<name>` for functions that return one value. It takes three round trips and parses nothing,
 * because the database reads and writes the JSON. Through the library, the same call takes a dozen round trips, and the
 * response is parsed and printed again.
 *
 * It answers `null` to calls that it does not know. These are overloaded names, functions that return sets or rows, OUT
 * and VARIADIC arguments, and the `response.*` settings.
 */
export async function createRemoteCalls({ laneOf }: CallLanes, requestSettings: RequestSettings): Promise<CallRemote> {
  const signatures = await readSignatures(laneOf('').sql);
  return async (name, { text, names: given, isAwaited }, claims, who, network) => {
    const signature = signatures.get(name);
    if (!signature || !given) return null;
    const used = signature.args.filter((arg) => given.has(arg.name));
    const missing = signature.args.slice(0, signature.required).some((arg) => !given.has(arg.name));
    if (missing || used.length !== given.size) return null;
    const { sql, turns } = laneOf(name);
    const result = await turns.run(
      who,
      () => {
        if (!isAwaited()) throw new CallerGone();
        return call(sql, callText(name, used, signature.result), text, claims, {
          ...requestSettings(claims.role, name),
          'request.method': 'POST',
          'request.path': `/rpc/${name}`,
        });
      },
      network,
    );
    return signature.result === 'void' ? Buffer.alloc(0) : (result ?? Buffer.from('null'));
  };
}

/**
 * Null: SQL's null. Only the database reads the answer, so nobody makes a string of its bytes and bytes of that string
 * again.
 */
function call(
  sql: Sql,
  statement: string,
  body: Buffer,
  claims: Claims,
  settings: Record<string, string>,
): Promise<Buffer | null> {
  return sql.begin(async (transaction) => {
    const [, rows] = await Promise.all([
      actAs(transaction, claims, settings),
      transaction.unsafe(statement, [body.toString('utf8')], { prepare: true }).raw(),
    ]);
    const result = rows[0]?.[0] ?? null;
    return result && ownBytes(result);
  });
}

function callText(name: string, used: Signature['args'], result: string): string {
  // What is JSON travels as its text. Each cast would copy all of it once more.
  const isJson = result === 'json' || result === 'jsonb';
  const asText = (value: string) => (isJson ? value : `to_json(${value})::text`);
  const call = (args: string) => `select ${asText(`public.${quote(name)}(${args})`)} as result`;
  if (used.length === 0) return `${call('')} from (select $1::text) as body`;
  const passed = used.map((arg) => `${quote(arg.name)} => given.${quote(arg.name)}`).join(', ');
  const columns = used.map((arg) => `${quote(arg.name)} ${arg.type}`).join(', ');
  return `${call(passed)} from json_to_record($1::text::json) as given(${columns})`;
}

async function readSignatures(sql: Sql): Promise<Map<string, Signature>> {
  const rows = await sql<{ name: string; names: string[] | null; types: string[]; required: number; result: string }[]>`
    select p.proname as name, p.proargnames as names, p.pronargs - p.pronargdefaults as required,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a (t, n) order by n) as types,
      p.prorettype::regtype::text as result
    from pg_proc p join pg_type t on t.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not p.proretset
      and p.provariadic = 0 and p.proargmodes is null and t.typtype in ('b', 'e', 'p')
      and (t.typtype <> 'p' or t.typname = 'void')
      and not exists (
        select from pg_proc o where o.pronamespace = p.pronamespace and o.proname = p.proname and o.oid <> p.oid)`;
  return new Map(
    rows.map(({ name, names, types, required, result }) => [
      name,
      {
        args: types.map((type, index) => ({ name: names?.[index] ?? '', type })),
        required,
        result,
      },
    ]),
  );
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
