/** All forms on the page whose text is kept. */
import type { Draft } from '#store/database/records';
import { handOver } from './handed-drafts.ts';

/** What keeps the text of one form. */
interface OpenForm {
  readonly userId: string;
  /** The text that the database is not known to have. */
  readonly unwritten: Draft | null;
  /** Writes what waits. */
  write(): Promise<void>;
  /** Asks for the write before this returns. */
  writeAtOnce(): void;
}

const forms = new Set<OpenForm>();

/** Called when a form is on the page; the returned function when it leaves. */
export function openForm(form: OpenForm): () => void {
  forms.add(form);
  // The page's own listener is added once, however many forms it has.
  addEventListener('pagehide', leavePage);
  return () => void forms.delete(form);
}

/** Writes down what stands in the forms, for the page after a reload. */
export async function writeOpenForms(): Promise<void> {
  await Promise.all([...forms].map((form) => form.write()));
  handOverUnwritten();
}

/** Gives the next page of this tab what the database is not known to have. */
function handOverUnwritten(): void {
  // All forms of a page belong to one user.
  const [one] = forms;
  const unwritten = [...forms].map((form) => form.unwritten).filter((draft) => draft !== null);
  if (one) handOver(one.userId, unwritten);
}

/**
 * The page ends, or goes to the browser's cache and starts anew after that (ends-with-page.ts). The database may drop
 * what is under way, so the next page of this tab gets it, too. A tab that is closed has no next page; there the
 * request is all that can be done.
 */
function leavePage(): void {
  handOverUnwritten();
  for (const form of forms) form.writeAtOnce();
}
