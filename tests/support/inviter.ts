/** A backend with somebody who invites: what most tests of invitations begin with. */
import { startTestBackend, type TestBackend } from './backend.ts';
import { type Caller, openAccount, signUp } from './invitations-people.ts';

/** Ada owns the account `household` and may invite as many people as a test likes. The caller stops the backend. */
export async function startWithInviter(): Promise<{ backend: TestBackend; ada: Caller; household: string }> {
  const backend = await startTestBackend();
  await backend.sql`update private.server set invitations_an_hour = 1000`;
  const ada = await signUp(backend, 'ada');
  return { backend, ada, household: await openAccount(ada) };
}
