/**
 * An app of v0.1.0 that still runs. It shows what the server told it last, queues what its user does, and sends that as
 * this release did: without a device and its numbers, without cursors, with the bare version of a row as what its user
 * had seen. Answers have to fit that release's own schemas.
 */
import * as v from 'valibot';
import type { Delete, Insert, Mutation, Operation, Patch } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { PROTOCOL_VERSION } from '../../../../sync/protocol.ts';
import type { Remote } from '../../../../sync/remote.ts';
import { PullAnswer, PushAnswer } from '../../../releases/0.1.0/wire/protocol.ts';
import type { TransactionRow } from '../../../releases/0.1.0/wire/rows.ts';
import type { Chronicle, Screen } from '../oracle/chronicle.ts';
import { NOTHING } from '../oracle/chronicle.ts';
import { change, enter } from '../people.ts';
import type { WishBook } from '../promise/wish-book.ts';
import type { Person } from '../simulated-device.ts';
import { toReleasedWire } from '../wire.ts';
import { strike } from './strikes.ts';

export const RELEASED_ACTS = ['enter', 'edit', 'erase', 'sync'] as const;
type Act = Exclude<(typeof RELEASED_ACTS)[number], 'sync'>;

/** The part of a world that the app uses. */
interface Surroundings {
  clock: { now: number };
  chronicle: Chronicle;
  book: WishBook;
  newNumber(): number;
  newId(): string;
  /** What a restored server lost of this app does not come from there again. */
  bringsNothingAgain(app: object): void;
}

export class ReleasedApp {
  readonly #person: Person;
  readonly #around: Surroundings;
  #epoch: string | null = null;
  #accounts: string[] = [];
  #rows: TransactionRow[] = [];
  readonly #queue: Mutation[] = [];

  constructor(person: Person, around: Surroundings) {
    this.#person = person;
    this.#around = around;
  }

  /** `a` chooses the row or account, `b` what happens to it. */
  act(act: Act, a: number, b: number): void {
    const operation = act === 'enter' ? this.#entered(a, b) : this.#onRow(act, a, b);
    if (!operation) return;
    const { clock, chronicle, book, newId } = this.#around;
    const { userId, userEmail } = this.#person;
    const mutation = {
      id: newId.call(this.#around),
      editedAt: new Date(clock.now).toISOString(),
      operations: [operation],
    };
    const at = clock.now;
    const screen = this.#screenOf(operation);
    const deed = { at, clock: at, blurMs: 0, isTimed: true, isAgain: false, person: userId, operation, screen };
    chronicle.note(mutation.id, [{ ...deed, device: `v0.1.0 of ${userEmail}` }]);
    const author = { storage: this, person: this.#person };
    // A deletion of this release does not tell what its author had seen, so nobody can hold that against it.
    const shown = (id: string) => (act === 'erase' ? {} : this.#rows.find((row) => row.id === id));
    book.write(author, { row: (_, id) => shown(id), called: () => [], categoryNamed: () => undefined }, mutation.id, [
      operation,
    ]);
    this.#queue.push(mutation);
  }

  /** Sends what waits, and reads everything anew. What was not applied is discarded. */
  async sync(remote: Remote): Promise<void> {
    const { userId } = this.#person;
    if (this.#queue.length > 0) {
      const { verdicts } = v.parse(PushAnswer, await remote.push(userId, structuredClone(this.#queue)));
      for (const { id, status } of verdicts) {
        strike(`a mutation of v0.1.0 that was ${status}`);
        // Its user was told by that app, and gave it up.
        if (status !== 'applied') this.#around.book.withdraw(id);
      }
      this.#queue.length = 0;
    }
    const { notices, ...answer } = await remote.pull(
      userId,
      { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} },
      1000,
    );
    const { scopes, epoch } = v.parse(PullAnswer, { ...answer, scopes: answer.scopes.map(toReleasedWire) });
    // The release itself brings up again what it has. This model of it keeps no rows apart from the server's.
    if (this.#epoch !== null && this.#epoch !== epoch) this.#around.bringsNothingAgain(this);
    this.#epoch = epoch;
    const whole = scopes.filter(({ scope }) => scope.startsWith('account:'));
    this.#accounts = whole.map(({ accountId }) => accountId);
    this.#rows = whole.flatMap(({ transactions }) => transactions);
  }

  #entered(a: number, b: number): Insert | null {
    const accountId = this.#accounts[a % Math.max(1, this.#accounts.length)];
    return accountId ? enter(this.#around.newNumber(), { accountId, amount: b + 1 }) : null;
  }

  /** Nobody opens the app any more. */
  end(): void {
    for (const { id } of this.#queue) this.#around.book.withdraw(id);
  }

  /** Each row has at most one thing that waits, because this release folded edits in its own way. */
  #onRow(act: 'edit' | 'erase', a: number, b: number): Patch | Delete | null {
    const isFree = ({ id }: TransactionRow) =>
      !this.#queue.some(({ operations }) => operations.some((one) => 'id' in one && one.id === id));
    const free = this.#rows.filter(isFree);
    const row = free[a % Math.max(1, free.length)];
    if (!row) return null;
    if (act === 'erase') return { kind: 'delete', table: 'transactions', id: row.id };
    const fresh = this.#around.newNumber();
    const { type, notes } = row;
    const turned = type === 'income' ? 'expense' : 'income';
    const edits: Patch['after'][] = [
      { amount: fresh, type },
      { description: `d${fresh}`, notes },
      { category: ['Food', 'Home', 'Meals'][fresh % 3] ?? 'Food' },
      { amount: fresh, type: turned },
    ];
    return change({ ...TRANSACTION_DEFAULTS, ...row }, edits[b % edits.length] ?? {});
  }

  /**
   * A deletion of this release does not tell what its author had seen. The server goes by time (S39d), so it may take
   * all that had reached it by then as seen. Names are meant as they were at that time.
   */
  #screenOf(operation: Operation): Screen {
    const { chronicle } = this.#around;
    const last = chronicle.events.length - 1;
    const names = new Map(this.#accounts.map((id) => [id, { sure: last, maybe: last }]));
    const byNow = { sure: NOTHING.sure, maybe: last };
    if (operation.kind === 'delete') return { row: byNow, hidden: new Map(), names };
    const row = operation.kind === 'patch' ? this.#rows.find(({ id }) => id === operation.id) : undefined;
    const shown = row ? chronicle.reachOfRow(this.#epoch, row.accountId, row.version) : NOTHING;
    return { row: shown, hidden: new Map(), names };
  }
}
