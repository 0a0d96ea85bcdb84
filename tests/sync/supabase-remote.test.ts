import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { supabaseRemote } from '../../sync/supabase-remote.ts';
import { startTestBackend } from '../support/backend.ts';
import { remoteContract } from './support/remote-contract.ts';

remoteContract('the real backend', async () => {
  const backend = await startTestBackend();
  const signedIn: SupabaseClient[] = [];
  const clients = new Map<string, SupabaseClient>();
  const call = async (by: { userId: string }, name: string, given: object): Promise<string | null> => {
    const answer = await clients.get(by.userId)?.rpc(name, given);
    return answer?.error?.details ?? null;
  };
  return {
    async signUp(name) {
      const options = { auth: { persistSession: false } };
      const client = createClient(backend.url, backend.anonKey, options);
      signedIn.push(client);
      const email = `${name}-${crypto.randomUUID()}@example.org`;
      const { data, error } = await client.auth.signUp({ email, password: crypto.randomUUID() });
      if (error) throw error;
      if (data.user === null) throw new Error(`${email} was not signed up`);
      clients.set(data.user.id, client);
      return { person: { userId: data.user.id, userEmail: email }, remote: supabaseRemote(client) };
    },
    async share({ accountId, budgetId = null, person, role }) {
      const [row] = await backend.sql`
        insert into public.memberships (account_id, target, budget_id, user_id, email, role)
        values (${accountId}, ${budgetId ? 'budget' : 'account'}, ${budgetId}, ${person.userId}, ${person.userEmail},
          ${role})
        returning membership_id`;
      return async () => {
        await backend.sql`delete from public.memberships where membership_id = ${row?.membership_id}`;
      };
    },
    offer: (by, accountId, to) => call(by, 'offer_ownership', { p_account: accountId, p_user: to?.userId ?? null }),
    answer: (by, accountId, accepts) => call(by, 'answer_ownership', { p_account: accountId, p_accept: accepts }),
    async stop() {
      await Promise.all(signedIn.map((client) => client.removeAllChannels()));
      await Promise.all(signedIn.map((client) => client.auth.stopAutoRefresh()));
      await backend.stop();
    },
  };
});
