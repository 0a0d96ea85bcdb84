import * as terms from '#texts/terms';

/** Says that a row has notes; pointed at, it shows them. */
export function NotesMark({ notes }: { notes: string }) {
  if (notes === '') return null;
  return <span role="img" aria-label={terms.NOTES} title={notes} className="state-mark" data-icon="sticky-note" />;
}
