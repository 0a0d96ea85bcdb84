/**
 * Hints: messages that a scope has a new version. A hint carries no data and never moves a cursor (S10c). It only makes
 * the next cycle pull (S20a). Without hints, the loop asks for the heads (S20c).
 */
import type { Database } from '#store/database/database';
import type { Hint } from './protocol.ts';
import type { Remote } from './remote.ts';

/** Collects the reasons for a pull since the last one. */
export class Hints {
  #everything = true;
  #heads = new Map<string, number>();

  add({ scope, version }: Hint): void {
    this.#heads.set(scope, Math.max(version, this.#heads.get(scope) ?? 0));
  }

  /** Makes the next cycle pull whatever there is, because something may have been missed. */
  addEverything(): void {
    this.#everything = true;
  }

  /** Whether anything came since the last `take`. */
  get waiting(): boolean {
    return this.#everything || this.#heads.size > 0;
  }

  /** Asks for the heads and adds each as a hint. A scope that came or went counts as one, too. */
  async ask(db: Database, remote: Remote): Promise<void> {
    const heads = new Map(Object.entries(await remote.heads()));
    for (const [scope, version] of heads) this.add({ scope, version });
    const known = await db.cursors.toCollection().primaryKeys();
    if (known.some((scope) => !heads.has(scope))) this.#everything = true;
  }

  /** Whether there is a reason for a pull. Forgets the reasons. */
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
