/** A server that a test watches while requests are under way. */
import type { Remote } from '../../../sync/remote.ts';

/** Calls `act` while the request is under way. */
export function meanwhile(remote: Remote, act: () => Promise<unknown>): Remote {
  return {
    ...remote,
    push: async (userId, mutations) => {
      await act();
      return remote.push(userId, mutations);
    },
  };
}

/** Decides on additions as the real server does: all together, with the last version of each account. */
export function decidingTogether(remote: Remote): Remote {
  return {
    ...remote,
    push: async (userId, mutations) => {
      const answer = await remote.push(userId, mutations);
      const applied = answer.verdicts.filter((verdict) => verdict.status === 'applied');
      const last = Object.assign({}, ...applied.map(({ versions }) => versions));
      const verdicts = applied.map(({ id, status, versions }) => {
        const common = Object.keys(versions).map((accountId) => [accountId, last[accountId]]);
        return { id, status, versions: Object.fromEntries(common) };
      });
      return { ...answer, verdicts };
    },
  };
}

/** Counts the requests that are under way at once. */
export function counting(remote: Remote) {
  const counted = { atOnce: 0, most: 0, asked: 0 };
  const push: Remote['push'] = async (userId, mutations) => {
    counted.asked += 1;
    counted.atOnce += 1;
    counted.most = Math.max(counted.most, counted.atOnce);
    try {
      // This gives the engine time to send another request, if it does not wait for the response.
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
      return await remote.push(userId, mutations);
    } finally {
      counted.atOnce -= 1;
    }
  };
  return { counted, remote: { ...remote, push } };
}
