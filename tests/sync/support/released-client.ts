/** A device of v0.1.0 on the line: it asks as that release does, and reads answers with that release's own schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import * as v from 'valibot';
import { InvitationDraft } from '../../releases/0.1.0/wire/operations.ts';
import { type Cursor, Heads, PROTOCOL_VERSION, PullAnswer, PushAnswer } from '../../releases/0.1.0/wire/protocol.ts';
import { Sums } from '../../releases/0.1.0/wire/sums.ts';
import { Verdict } from '../../releases/0.1.0/wire/verdicts.ts';
import { folderOf } from '../../support/released-data.ts';

/** How a server is called: a name of a function, its arguments, its answer as it comes. */
export type Ask = (call: string, parameters: Record<string, unknown>) => Promise<unknown>;

export class ReleasedClient {
  readonly #user: string;
  readonly #ask: Ask;
  #epoch: string | null = null;
  #cursors: Record<string, Cursor> = {};

  constructor(user: string, ask: Ask) {
    this.#user = user;
    this.#ask = ask;
  }

  async push(mutations: unknown): Promise<PushAnswer> {
    const parameters = { p_user: this.#user, p_schema: PROTOCOL_VERSION, p_mutations: mutations };
    return v.parse(PushAnswer, await this.#ask('sync_push', parameters));
  }

  /** From where the last pull ended, to the end. */
  async pull(): Promise<PullAnswer> {
    const cursors = { protocol: PROTOCOL_VERSION, epoch: this.#epoch, scopes: this.#cursors };
    const parameters = { p_user: this.#user, p_cursors: cursors, p_limit: 1000 };
    const answer = v.parse(PullAnswer, await this.#ask('sync_pull', parameters));
    this.#epoch = answer.epoch;
    this.#cursors = Object.fromEntries(answer.scopes.map(({ scope, cursor }) => [scope, cursor]));
    return answer;
  }

  heads = async () => v.parse(Heads, await this.#ask('sync_heads', {}));
  sums = async () => v.parse(Sums, await this.#ask('sync_sums', {}));
}

/** Calls functions of PostgreSQL as the table API does. */
export function askPostgres(connection: Sql): Ask {
  return async (call, parameters) => {
    const names = Object.keys(parameters);
    const given = names.map((name, index) => `${name} => $${index + 1}`).join(', ');
    const values = Object.values(parameters).map((one) =>
      typeof one === 'object' && one !== null ? connection.json(JSON.parse(JSON.stringify(one))) : String(one),
    );
    const [row] = await connection.unsafe(`select public.${call}(${given}) as answer`, values);
    return row?.answer;
  };
}

const Mutations = v.array(v.looseObject({ id: v.string() }));
const Push = v.object({
  call: v.literal('sync_push'),
  user: v.string(),
  parameters: v.object({ p_user: v.string(), p_schema: v.number(), p_mutations: Mutations }),
  answer: v.object({ verdicts: v.array(Verdict) }),
});
const Pull = v.object({
  call: v.literal('sync_pull'),
  user: v.string(),
  parameters: v.looseObject({}),
  answer: v.unknown(),
});
const Invitation = v.object({
  call: v.literal('send_invitation'),
  user: v.string(),
  parameters: InvitationDraft,
  answer: v.looseObject({ status: v.string() }),
});
const Resent = v.object({
  call: v.literal('resend_invitation'),
  user: v.string(),
  parameters: v.object({ id: v.string() }),
  answer: v.looseObject({ status: v.string() }),
});

/** What devices of v0.1.0 asked its server, in order, and what it answered. */
export function recordedCalls() {
  const file = join(folderOf('0.1.0'), 'devices', 'wire.json');
  const Calls = v.array(v.variant('call', [Push, Pull, Invitation, Resent]));
  return v.parse(Calls, JSON.parse(readFileSync(file, 'utf8')));
}

export type RecordedCall = ReturnType<typeof recordedCalls>[number];
