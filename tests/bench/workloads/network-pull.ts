/**
 * The floor of a first pull: the device's requests (sync/pull.ts), with responses parsed and dropped. Runs in the page.
 */

export async function pullEverything(reached: {
  url: string;
  anonKey: string;
  email: string;
  password: string;
  protocol: number;
}): Promise<{ rows: number; elapsed: number }> {
  const { url, anonKey, email, password, protocol } = reached;
  const post = async (path: string, token: string, body: object) => {
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { apikey: anonKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const session = await post('auth/v1/token?grant_type=password', anonKey, { email, password });
  const start = performance.now();
  let cursors = { protocol, epoch: null, scopes: {} };
  let rows = 0;
  for (;;) {
    const answer = await post('rest/v1/rpc/sync_pull', session.access_token, {
      p_user: session.user.id,
      p_cursors: cursors,
      p_limit: cursors.epoch === null ? 1_000 : 10_000,
    });
    const scopes: { scope: string; cursor: object; transactions: { id: string[] } | null; more: boolean }[] =
      answer.scopes;
    for (const { transactions } of scopes) rows += transactions?.id.length ?? 0;
    if (!scopes.some(({ more }) => more)) return { rows, elapsed: performance.now() - start };
    cursors = {
      ...cursors,
      epoch: answer.epoch,
      scopes: Object.fromEntries(scopes.map(({ scope, cursor }) => [scope, cursor])),
    };
  }
}
