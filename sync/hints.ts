/**
 * Hints: word that a scope has moved on. A hint never moves a cursor and carries no data; it only makes the next cycle
 * pull (S20). Where hints do not come, the heads are asked for.
 */
import type { Database } from '#store/database';
import type { Hint } from './protocol.ts';
import type { Remote } from './remote.ts';

/** What made a pull seem worth while since the last one. */
export class Hints {
  #everything = true;
  #heads = new Map<string, number>();

  add({ scope, version }: Hint): void {
    this.#heads.set(scope, Math.max(version, this.#heads.get(scope) ?? 0));
  }

  /** Something may have been missed: pull whatever there is. */
  addEverything(): void {
    this.#everything = true;
  }

  /** Whether anything came since the last `take`. */
  get waiting(): boolean {
    return this.#everything || this.#heads.size > 0;
  }

  /** Asks for the heads, and takes each for a hint; a scope that came or went is one too. */
  async ask(db: Database, remote: Remote): Promise<void> {
    const heads = new Map(Object.entries(await remote.heads()));
    for (const [scope, version] of heads) this.add({ scope, version });
    const known = await db.cursors.toCollection().primaryKeys();
    if (known.some((scope) => !heads.has(scope))) this.#everything = true;
  }

  /** Whether something is worth pulling for. What is answered with yes here is forgotten. */
  async take(db: Database): Promise<boolean> {
    const everything = this.#everything;
    const heads = this.#heads;
    this.#everything = false;
    this.#heads = new Map();
    if (everything) return true;
    const cursors = new Map((await db.cursors.toArray()).map((cursor) => [cursor.scope, cursor]));
    if ([...cursors.values()].some((cursor) => cursor.before !== null)) return true;
    return [...heads].some(([scope, version]) => version > (cursors.get(scope)?.version ?? -1));
  }
}
