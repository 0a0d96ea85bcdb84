/** The engines of all releases (tests/releases/<version>/devices/engine.js) and today's, at a real server. */
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { newCategory } from '#domain/books/new-categories';
import type { Insert } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import type { Remote } from '../../../sync/remote.ts';
import * as today from '../../releases/recorder/engine.ts';
import type { TestBackend } from '../../support/backend.ts';
import { folderOf, releases } from '../../support/released-data.ts';
import { entered } from './contract-world.ts';
import { makeAccount } from './people.ts';
import type { Person } from './simulated-device.ts';

export type Engine = typeof today & { version: string };

export const engines: Engine[] = [{ ...today, version: 'today' }];
for (const release of releases) {
  const engine: typeof today = await import(join(folderOf(release), 'devices', 'engine.js'));
  engines.push({ ...engine, version: `v${release}` });
}

/** `today`, or a release such as `v0.2.0`. */
export function engineOf(wanted: string): Engine {
  const engine = engines.find(({ version }) => version === wanted);
  if (!engine) throw new Error(`no engine ${wanted}`);
  return engine;
}

/** Fields of rows that v0.1.0 did not know, so it sends none of them. */
const LATER = [...Object.keys(TRANSACTION_DEFAULTS), 'kind', 'archived', 'position', 'group'];

function asKnownTo(version: string, insert: Insert): Insert {
  if (version === 'v0.1.0') for (const name of LATER) Reflect.deleteProperty(insert.row, name);
  return insert;
}

/** A user with a session, and as many devices as a test wants. */
export class EngineUser {
  readonly person: Person;
  readonly token: string;
  /** The HTTP statuses of all responses. */
  readonly statuses: number[] = [];
  readonly remote: Remote;
  /** Is called before each request. */
  before: () => Promise<void> = async () => {};
  readonly #engine: Engine;

  constructor(backend: TestBackend, engine: Engine, person: Person, token: string) {
    this.#engine = engine;
    this.person = person;
    this.token = token;
    const config = { supabaseUrl: backend.url, supabaseKey: backend.anonKey };
    const calls = engine.httpCalls(config, async (send) => {
      await this.before();
      const response = await send(token);
      this.statuses.push(response.status);
      return response;
    });
    this.remote = { ...engine.callRemote(calls), subscribe: () => () => {} };
  }

  device(now: () => number = Date.now) {
    return new this.#engine.SimulatedDevice(this.person, now);
  }

  account(id: string): Insert {
    return asKnownTo(this.#engine.version, makeAccount(id, this.person));
  }

  category(accountId: string, name: string): Insert {
    const row = newCategory(accountId, 'expense', name, new Date().toISOString());
    return asKnownTo(this.#engine.version, { kind: 'insert', table: 'categories', row });
  }

  entry(accountId: string, over: Parameters<typeof entered>[1] = {}): Insert {
    return asKnownTo(this.#engine.version, entered(accountId, over));
  }
}

export async function signUpWith(engine: Engine, backend: TestBackend): Promise<EngineUser> {
  const auth = { persistSession: false, autoRefreshToken: false };
  const client = createClient(backend.url, backend.anonKey, { auth });
  const userEmail = `person-${crypto.randomUUID()}@example.org`;
  const { data, error } = await client.auth.signUp({ email: userEmail, password: 'correct horse battery' });
  if (error || !data.user || !data.session) throw error ?? new Error('Nobody signed up.');
  return new EngineUser(backend, engine, { userId: data.user.id, userEmail }, data.session.access_token);
}
