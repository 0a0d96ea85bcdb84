import * as terms from '#texts/terms';
import { StickyNoteIcon } from '#ui/icons';

/** Says that a row has notes; pointed at, it shows them. */
export function NotesMark({ notes }: { notes: string }) {
  if (notes === '') return null;
  return (
    <span role="img" aria-label={terms.NOTES} title={notes} className="state-mark">
      <StickyNoteIcon size={14} aria-hidden />
    </span>
  );
}
