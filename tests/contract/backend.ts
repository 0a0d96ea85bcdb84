/**
 * The contract suite makes every call of the specification's point 7 with plain supabase-js, against any backend
 * (docs/contract-suite.md). Without settings it starts the embedded backend for the whole suite.
 *
 *   CONTRACT_URL, CONTRACT_ANON_KEY   the project to test
 *   CONTRACT_SERVICE_KEY              makes the people of the tests and removes them afterwards (hosted projects)
 *   CONTRACT_USERS                    or existing people: JSON, `{"owner": {"email", "password"}, …}`
 *
 * With neither, people sign up. That works if an address needs no confirmation.
 */
import { rm } from 'node:fs/promises';
import * as v from 'valibot';
import type { TestProject } from 'vitest/node';
import { makeInstall, spawnBackend } from '../support/backend.ts';

const Credentials = v.object({ email: v.pipe(v.string(), v.email()), password: v.string() });
export type Credentials = v.InferOutput<typeof Credentials>;

/** The people of the suite. The leaver logs out everywhere and is a member of nothing. */
const Users = v.object({
  owner: Credentials,
  admin: Credentials,
  member: Credentials,
  viewer: Credentials,
  stranger: Credentials,
  leaver: Credentials,
});
type Users = v.InferOutput<typeof Users>;

export type PersonRole = keyof Users;

const Settings = v.object({
  CONTRACT_URL: v.pipe(v.string(), v.url()),
  CONTRACT_ANON_KEY: v.string(),
  CONTRACT_SERVICE_KEY: v.optional(v.string()),
  CONTRACT_USERS: v.optional(v.pipe(v.string(), v.parseJson(), Users)),
});

export interface BackendUnderTest {
  url: string;
  anonKey: string;
  serviceKey: string | null;
  users: Users | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    backend: BackendUnderTest;
  }
}

/** Vitest's global set-up of the project `contract`; returns its tear-down. */
export default async function provideBackend(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.CONTRACT_URL === undefined) {
    // A separate process, so that nothing in this suite can rely on sharing one with the backend.
    const dataDir = await makeInstall();
    const { url, anonKey, stop } = await spawnBackend({ dataDir });
    project.provide('backend', { url, anonKey, serviceKey: null, users: null });
    return async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    };
  }
  const settings = v.parse(Settings, process.env);
  project.provide('backend', {
    url: settings.CONTRACT_URL.replace(/\/$/, ''),
    anonKey: settings.CONTRACT_ANON_KEY,
    serviceKey: settings.CONTRACT_SERVICE_KEY ?? null,
    users: settings.CONTRACT_USERS ?? null,
  });
  return async () => {};
}
