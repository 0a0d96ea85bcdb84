/** The release's database, reached as its devices reach it. Everything that goes over the wire is kept. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import * as v from 'valibot';
import { writeBackup } from '../../../../supabase/embedded/backup/backup.ts';
import { takeRows } from '../../../../supabase/embedded/backup/take-rows.ts';
import { invitationVerdict } from '../../../../sync/invitation-response.ts';
import { PROTOCOL_VERSION, PullAnswer, PushAnswer } from '../../../../sync/protocol.ts';
import { type Remote, RemoteFailure } from '../../../../sync/remote.ts';
import { makeDataDir, startDatabase } from '../../../support/backend.ts';
import type { Person } from '../../../sync/support/simulated-device.ts';
import { sqlRemote } from '../../../sync/support/simulation/real-server.ts';
import { writeParts } from './write.ts';

export type Server = Awaited<ReturnType<typeof startServer>>;

/** `call`: the name of the function. Parameters and answers as they travel. */
interface Call {
  call: string;
  user: string;
  parameters: object;
  answer: unknown;
}

const Answered = v.tuple([v.object({ answer: v.unknown() })]);
const Sent = v.looseObject({ mail: v.nullable(v.object({ id: v.string() })) });

/** No server has ever had these. */
const SECRETS = {
  jwtSecret: 'a recording has no secret of its own',
  publishableKey: 'sb_publishable_recording',
  secretKey: 'sb_secret_recording',
};

export async function startServer(people: readonly Person[]) {
  const database = await startDatabase();
  const { sql } = database;
  const wire: Call[] = [];
  const remotes = new Map<string, Remote>();
  for (const { userId, userEmail } of people) {
    await database.createUser(userEmail, userId);
    remotes.set(userId, recording(await database.connectAs(userId, userEmail), userId, wire));
  }
  return {
    as({ userId }: Person): Remote {
      const remote = remotes.get(userId);
      if (!remote) throw new Error(`nobody is ${userId}`);
      return remote;
    },
    /** As a restore does: the rows of that moment, and another epoch. */
    async backUp(): Promise<() => Promise<void>> {
      const folder = await makeDataDir();
      const file = join(folder, 'before.backup');
      const calls = wire.length;
      await writeBackup(sql, SECRETS, file);
      return async () => {
        await takeRows(sql, file);
        await sql`select public.change_epoch()`;
        await rm(folder, { recursive: true });
        // What was lost does not belong to the history that leads to the server's rows.
        wire.length = calls;
      };
    },
    async save(folder: string): Promise<void> {
      writeParts(`${folder}wire.json`, wire);
      await writeBackup(sql, SECRETS, `${folder}postgres/server.backup`);
    },
    /** All transactions, without versions. */
    async rows(): Promise<object[]> {
      const Rows = v.tuple([v.object({ rows: v.array(v.looseObject({ id: v.string(), version: v.number() })) })]);
      const [{ rows }] = v.parse(
        Rows,
        await sql`select json_agg(private.to_client(t) order by t.transaction_id) as rows from public.transactions t`,
      );
      return rows.map(({ version, ...row }) => row);
    },
    stop: () => database.stop(),
  };
}

function recording(sql: Sql, user: string, wire: Call[]): Remote {
  const json = (value: unknown) => JSON.stringify(value);
  const one = async (query: Promise<unknown>) => v.parse(Answered, await query)[0].answer;
  const keep = (call: string, parameters: object, answer: unknown) => {
    wire.push({ call, user, parameters, answer });
    return answer;
  };
  const invite = async (id: string, call: string, parameters: object, query: Promise<unknown>) => {
    const { mail, ...sent } = v.parse(Sent, await one(query));
    if (mail) await sql`select public.invitation_mailed(${mail.id}, true)`;
    const verdict = invitationVerdict(id, 200, keep(call, parameters, sent));
    if (!verdict) throw new RemoteFailure('malformed');
    return verdict;
  };
  return {
    ...sqlRemote(sql),
    async push(userId, mutations) {
      const parameters = { p_user: userId, p_schema: PROTOCOL_VERSION, p_mutations: mutations };
      const answer = await one(
        sql`select public.sync_push(${userId}, ${PROTOCOL_VERSION}, ${json(mutations)}::text::jsonb) as answer`,
      );
      return v.parse(PushAnswer, mutations.length > 0 ? keep('sync_push', parameters, answer) : answer);
    },
    async pull(userId, cursors, limit) {
      const parameters = { p_user: userId, p_cursors: cursors, p_limit: limit };
      const answer = await one(
        sql`select public.sync_pull(${userId}, ${json(cursors)}::text::jsonb, ${limit}) as answer`,
      );
      // The first answer of each person is enough; the others are asked for anew.
      const isFirst = !wire.some((past) => past.call === 'sync_pull' && past.user === userId);
      return v.parse(PullAnswer, isFirst ? keep('sync_pull', parameters, answer) : answer);
    },
    sendInvitation: (userId, id, draft) =>
      invite(
        id,
        'send_invitation',
        draft,
        sql`select public.send_invitation(${draft.email}, ${draft.name}, ${draft.role}, ${draft.target},
          ${draft.targetId}, ${draft.id}, ${userId}) as answer`,
      ),
    resendInvitation: (userId, id, invitation) =>
      invite(
        id,
        'resend_invitation',
        { id: invitation },
        sql`select public.resend_invitation(${invitation}, ${userId}) as answer`,
      ),
  };
}
