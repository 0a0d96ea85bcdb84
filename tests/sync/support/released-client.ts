/** A device of a release on the line: it asks as that release does, and reads answers with its own schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import * as v from 'valibot';
import type { Verdict } from '#domain/mutations/verdicts';
import { folderOf } from '../../support/released-data.ts';
import type { Pulled, Wire } from '../../support/released-wire.ts';

/** How a server is called: a name of a function, its arguments, its answer as it comes. */
export type Ask = (call: string, parameters: Record<string, unknown>) => Promise<unknown>;

export class ReleasedClient {
  readonly #user: string;
  readonly #ask: Ask;
  readonly #wire: Wire;
  #epoch: string | null = null;
  #cursors: Record<string, unknown> = {};

  constructor(user: string, ask: Ask, wire: Wire) {
    this.#user = user;
    this.#ask = ask;
    this.#wire = wire;
  }

  async push(mutations: unknown): Promise<{ verdicts: Verdict[] }> {
    const { PROTOCOL_VERSION, PushAnswer } = this.#wire;
    const parameters = { p_user: this.#user, p_schema: PROTOCOL_VERSION, p_mutations: mutations };
    return v.parse(PushAnswer, await this.#ask('sync_push', parameters));
  }

  /** From where the last pull ended, to the end. */
  async pull(): Promise<Pulled> {
    const { PROTOCOL_VERSION, PullAnswer } = this.#wire;
    const cursors = { protocol: PROTOCOL_VERSION, epoch: this.#epoch, scopes: this.#cursors };
    const parameters = { p_user: this.#user, p_cursors: cursors, p_limit: 1000 };
    const answer = v.parse(PullAnswer, await this.#ask('sync_pull', parameters));
    this.#epoch = answer.epoch;
    this.#cursors = Object.fromEntries(answer.scopes.map(({ scope, cursor }) => [scope, cursor]));
    return answer;
  }

  heads = async () => v.parse(this.#wire.Heads, await this.#ask('sync_heads', {}));
  sums = async () => v.parse(this.#wire.Sums, await this.#ask('sync_sums', {}));
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
const Sent = v.looseObject({ status: v.string() });

function callsOf({ Verdict, InvitationDraft }: Wire) {
  return v.array(
    v.variant('call', [
      v.object({
        call: v.literal('sync_push'),
        user: v.string(),
        parameters: v.object({ p_user: v.string(), p_schema: v.number(), p_mutations: Mutations }),
        answer: v.object({ verdicts: v.array(Verdict) }),
      }),
      v.object({
        call: v.literal('sync_pull'),
        user: v.string(),
        parameters: v.looseObject({}),
        answer: v.unknown(),
      }),
      v.object({ call: v.literal('send_invitation'), user: v.string(), parameters: InvitationDraft, answer: Sent }),
      v.object({
        call: v.literal('resend_invitation'),
        user: v.string(),
        parameters: v.object({ id: v.string() }),
        answer: Sent,
      }),
    ]),
  );
}

export type RecordedCall = v.InferOutput<ReturnType<typeof callsOf>>[number];

/** What devices of the release asked its server, in order, and what it answered. */
export function recordedCalls(release: string, wire: Wire): RecordedCall[] {
  const file = join(folderOf(release), 'devices', 'wire.json');
  return v.parse(callsOf(wire), JSON.parse(readFileSync(file, 'utf8')));
}
