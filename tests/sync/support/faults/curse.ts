/**
 * A server with a defect that one mutation brings out: it fails on every request with that mutation, for ever. Nothing
 * may be tried again for ever without being shown, so such an entry has to end where its user sees it.
 */
import { entriesToSettle } from '#store/outbox/outbox';
import { type Remote, RemoteFailure } from '../../../../sync/remote.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { strike } from './strikes.ts';

export class Curse {
  readonly #mutations = new Set<string>();

  /** The server as it fails on these mutations. */
  over(remote: Remote): Remote {
    return {
      ...remote,
      push: async (userId, mutations) => {
        if (mutations.some(({ id }) => this.#mutations.has(id))) {
          strike('a request with a mutation on which the server fails for ever');
          throw new RemoteFailure('server', 'XX000');
        }
        return remote.push(userId, mutations);
      },
    };
  }

  /** The server fails on what the device queues while this is done. */
  async fallsOn({ db }: SimulatedDevice, act: () => Promise<void>): Promise<void> {
    const before = new Set((await db.outbox.toArray()).map(({ id }) => id));
    await act();
    for (const { id } of await db.outbox.toArray()) if (!before.has(id)) this.#mutations.add(id);
  }

  /** Returns the entries that the server fails on and that their user is not shown as something to decide. */
  async unseen({ db }: SimulatedDevice): Promise<string[]> {
    const shown = new Set((await entriesToSettle(db)).map(({ id }) => id));
    const cursed = (await db.outbox.toArray()).filter(({ id }) => this.#mutations.has(id));
    if (cursed.some(({ id }) => shown.has(id))) strike('an entry on which the server fails, and that is shown');
    return cursed.flatMap(({ id, state }) => (shown.has(id) ? [] : [`${id} is ${state}`]));
  }
}
