import * as v from 'valibot';

const Mail = v.object({
  id: v.string(),
  to: v.string(),
  name: v.string(),
  invitedBy: v.string(),
  role: v.picklist(['viewer', 'member', 'admin']),
  target: v.picklist(['account', 'budget']),
  targetName: v.string(),
  expiresAt: v.string(),
});

/** The result of send_invitation and resend_invitation. */
export const Sent = v.object({
  invitation_id: v.string(),
  account_id: v.string(),
  version: v.number(),
  status: v.picklist(['sent', 'already_sent']),
  mail: v.nullable(Mail),
});
export type Sent = v.InferOutput<typeof Sent>;

/** PostgREST's error responses. `details` and `hint` of other services may be anything. */
const Problem = v.object({
  code: v.optional(v.nullable(v.string()), null),
  message: v.optional(v.string(), ''),
  details: v.optional(v.unknown()),
  hint: v.optional(v.unknown()),
});

/** The database refused, or could not be asked. */
export class DatabaseError extends Error {
  readonly status: number;
  /** SQLSTATE, or one of PostgREST's codes. */
  readonly code: string;
  readonly details: string;
  readonly hint: string;

  constructor(status: number, body: unknown) {
    const problem = v.safeParse(Problem, body);
    const { code, message, details, hint } = problem.success ? problem.output : v.parse(Problem, {});
    super(message || 'The database cannot be reached now.');
    this.name = 'DatabaseError';
    this.status = status;
    this.code = code ?? '';
    this.details = typeof details === 'string' ? details : '';
    this.hint = typeof hint === 'string' ? hint : '';
  }
}

/** Calls a function of the database. Rejects with a DatabaseError and nothing else. */
export type CallDatabase = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/** Calls with the rights of the one who sent `request`. Their token goes along, and RLS decides. */
export function actAsCaller(request: Request, supabaseUrl: string, supabaseKey: string): CallDatabase {
  const headers = {
    apikey: request.headers.get('apikey') ?? supabaseKey,
    authorization: request.headers.get('authorization') ?? '',
    'content-type': 'application/json',
  };
  return async (name, args) => {
    const url = `${supabaseUrl}/rest/v1/rpc/${name}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(args) }).catch(() => null);
    if (!response) throw new DatabaseError(503, null);
    const text = await response.text();
    const body = parseJson(text);
    if (!response.ok) throw new DatabaseError(response.status, body);
    return body;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
