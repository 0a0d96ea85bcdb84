import { dropDraft } from '#store/commands/drafts/draft-drop';
import { keepDraft, keepDraftAtOnce } from '#store/commands/drafts/draft-keep';
import type { Database } from '#store/database/database';
import { newId } from '#store/database/new-id';
import type { Draft } from '#store/database/records';
import { openForm } from './open-forms.ts';

/** The last letters are written when the user rests for so long, and when the page is hidden or left; milliseconds. */
const REST_MS = 300;

type SavedDraft = Pick<Draft, 'form' | 'writer'>;

/**
 * Keeps what is typed into one opened form. It never reads, so two tabs with the same form do not answer each other.
 */
export class DraftKeeper {
  readonly #db: Database;
  readonly #form: string;
  readonly #me = newId();
  /** Who wrote what this form shows or has written: the form itself, or the one whose text came back. */
  #writer: string;
  /** What stands in the form, as text. Null before the form has told it. */
  #text: string | null = null;
  /** What is still to be written. Without a draft, the stored one is to go. */
  #waiting: { draft: Draft | null } | null = null;
  /** The text that the database is not known to have: it waits, is on its way, or was refused. */
  #unwritten: Draft | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #touched = false;

  /** `writer` wrote the text that the form begins with; absent where it begins anew. */
  constructor(db: Database, form: string, writer?: string) {
    this.#db = db;
    this.#form = form;
    this.#writer = writer ?? this.#me;
  }

  get userId(): string {
    return this.#db.userId;
  }

  /** Whether the user has typed, or saved the form. */
  get touched(): boolean {
    return this.#touched;
  }

  get unwritten(): Draft | null {
    return this.#unwritten;
  }

  /** Called when the form is on the page; the returned function when it leaves. */
  readonly open = (): (() => void) => {
    const write = () => void this.write();
    const close = openForm(this);
    document.addEventListener('visibilitychange', write);
    return () => {
      close();
      document.removeEventListener('visibilitychange', write);
      write();
    };
  };

  /**
   * Takes what stands in the form after each change. Content that is not `worth` keeping takes the draft away. `from`
   * is what an edit changes.
   */
  take(values: unknown, worth: boolean, from?: unknown): void {
    const text = JSON.stringify([values, worth]);
    const isFirst = this.#text === null;
    if (text === this.#text) return;
    this.#text = text;
    // What a form begins with is stored already, or is nothing; or it was typed before this was loaded.
    if (isFirst && (!worth || this.#writer !== this.#me)) return;
    this.#touched = true;
    const keptAt = new Date().toISOString();
    const draft = { form: this.#form, values, writer: this.#me, keptAt, ...(from !== undefined && { from }) };
    this.#unwritten = worth ? draft : null;
    this.#waiting = { draft: this.#unwritten };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.write(), REST_MS);
  }

  /** Writes what waits. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting?.draft) await this.#keep(waiting.draft);
    else if (waiting) await this.#drop();
  }

  /** Asks for the write before this returns. It may still not come about. */
  writeAtOnce(): void {
    const draft = this.#waiting?.draft;
    if (!draft) return void this.write();
    this.#writer = this.#me;
    try {
      keepDraftAtOnce(this.#db, draft);
    } catch {
      // The database is closed. The next page has got the text.
    }
  }

  /** The draft that a command takes away with what it saves. Everything typed until now belongs to it. */
  saved(): SavedDraft {
    this.#touched = true;
    // The command takes the draft away, so it waits for this write: that is a single request.
    this.writeAtOnce();
    clearTimeout(this.#timer);
    this.#waiting = null;
    // A page that ends meanwhile must not bring back what is saved.
    this.#unwritten = null;
    return { form: this.#form, writer: this.#writer };
  }

  /** The user does not want the text any more, or has saved it. */
  async drop(): Promise<void> {
    this.#touched = true;
    this.#unwritten = null;
    this.#waiting = { draft: null };
    await this.write();
  }

  async #keep(draft: Draft): Promise<void> {
    this.#writer = this.#me;
    try {
      await keepDraft(this.#db, draft);
      if (this.#unwritten === draft) this.#unwritten = null;
    } catch {
      // Nobody can do anything about it now. The text stands in the form, and what is saved there tells of failures.
      this.#unwritten ??= draft;
    }
  }

  async #drop(): Promise<void> {
    // After a log-out the database is gone, and the draft with it.
    await dropDraft(this.#db, { form: this.#form, writer: this.#writer }).catch(() => {});
  }
}
