/** A backend with a user who invites. Most tests of invitations start from it. */
import { startTestBackend, type TestBackend } from './backend.ts';
import { type Caller, openAccount, signUp } from './invitations-people.ts';

/** Ada owns the account `household` and may send any number of invitations. The caller stops the backend. */
export async function startWithInviter(): Promise<{ backend: TestBackend; ada: Caller; household: string }> {
  const backend = await startTestBackend();
  await backend.sql`update private.server set invitations_an_hour = 1000`;
  const ada = await signUp(backend, 'ada');
  return { backend, ada, household: await openAccount(ada) };
}
