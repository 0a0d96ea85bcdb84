import type { Sql } from 'postgres';
import * as v from 'valibot';
import { actAs } from './claims-context.ts';
import type { Claims } from './jwt.ts';

/** JSON text of the result, or `null` when this call is one that the table API library has to answer. */
export type CallRemote = (name: string, body: string, claims: Claims) => Promise<string | null>;

type Signature = { args: { name: string; type: string }[]; required: number; returnsVoid: boolean };

const JsonObject = v.record(v.string(), v.unknown());

/**
 * `POST /rest/v1/rpc/<name>` for functions that return one value, in three round trips and without parsing the answer:
 * the database writes its JSON and it goes out as it is. (Through the library the same call takes a dozen round trips
 * and parses and prints the answer again.)
 *
 * Does not know: overloaded names, functions that return sets or rows, OUT and VARIADIC arguments, the `response.*`
 * settings. Those calls are answered with `null`.
 */
export async function createRemoteCalls(sql: Sql): Promise<CallRemote> {
  const signatures = await readSignatures(sql);
  return async (name, body, claims) => {
    const signature = signatures.get(name);
    const given = parseArguments(body);
    if (!signature || !given) return null;
    const used = signature.args.filter((arg) => given.has(arg.name));
    const missing = signature.args.slice(0, signature.required).some((arg) => !given.has(arg.name));
    if (missing || used.length !== given.size) return null;
    return sql.begin(async (transaction) => {
      const settings = { 'request.method': 'POST', 'request.path': `/rpc/${name}` };
      const [, rows] = await Promise.all([
        actAs(transaction, claims, settings),
        transaction.unsafe<{ result: string | null }[]>(callText(name, used), [body], { prepare: true }),
      ]);
      return signature.returnsVoid ? '' : (rows[0]?.result ?? 'null');
    });
  };
}

function callText(name: string, used: Signature['args']): string {
  const call = (args: string) => `select to_json(public.${quote(name)}(${args}))::text as result`;
  if (used.length === 0) return `${call('')} from (select $1::text) as body`;
  const passed = used.map((arg) => `${quote(arg.name)} => given.${quote(arg.name)}`).join(', ');
  const columns = used.map((arg) => `${quote(arg.name)} ${arg.type}`).join(', ');
  return `${call(passed)} from json_to_record($1::text::json) as given(${columns})`;
}

function parseArguments(body: string): Set<string> | null {
  if (body.trim() === '') return new Set();
  try {
    const parsed = v.safeParse(JsonObject, JSON.parse(body));
    return parsed.success ? new Set(Object.keys(parsed.output)) : null;
  } catch {
    return null;
  }
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
        returnsVoid: result === 'void',
      },
    ]),
  );
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
