/** The apps of v0.1.0 in a world: at most one for each person. */
import type { Remote } from '../../../../sync/remote.ts';
import { ReleasedApp } from '../faults/released-app.ts';
import type { Person } from '../simulated-device.ts';
import type { WorldClock } from './seat.ts';
import type { Step } from './step.ts';
import type { Witness } from './witness.ts';

interface Around {
  clock: WorldClock;
  witness: Witness;
  newNumber(): number;
  newId(): string;
}

type Act = Pick<Extract<Step, { do: 'released app' }>, 'act' | 'a' | 'b'>;

export class ReleasedApps {
  readonly #around: Around;
  readonly #apps = new Map<Person, ReleasedApp>();

  constructor(around: Around) {
    this.#around = around;
  }

  async act(person: Person, remote: Remote, { act, a, b }: Act): Promise<void> {
    const known = this.#apps.get(person);
    const app = known ?? this.#newApp(person);
    this.#apps.set(person, app);
    if (act === 'sync' || !known) await app.sync(remote);
    if (act !== 'sync') app.act(act, a, b);
  }

  /** `remoteOf`: the server for a person; null for one who has no device any more. */
  async settle(remoteOf: (person: Person) => Remote | null): Promise<void> {
    for (const [person, app] of this.#apps) {
      const remote = remoteOf(person);
      if (remote) await app.sync(remote);
      else app.end();
    }
  }

  #newApp(person: Person): ReleasedApp {
    const { clock, witness } = this.#around;
    const { chronicle, book } = witness;
    const newNumber = () => this.#around.newNumber();
    const newId = () => this.#around.newId();
    const bringsNothingAgain = (app: object) => witness.bringsNothingAgain(app);
    return new ReleasedApp(person, { clock, chronicle, book, newNumber, newId, bringsNothingAgain });
  }
}
