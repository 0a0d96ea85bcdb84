import { useLiveQuery } from 'dexie-react-hooks';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { Database } from '#store/database/database';
import { findDraft } from '#store/queries/drafts';
import { useDatabase } from '../session.ts';
import { DraftKeeper } from './draft-keeper.ts';

/** The text of an earlier visit, which a form begins with. */
export interface Kept<Values, From> {
  values: Values;
  /** What an edit changed then; null in other forms. */
  from: From | null;
  writer: string;
  keptAt: string;
}

type Reader<Content> = (stored: unknown) => Content | null;

/** One opening of a form whose text is kept. */
export interface FormDraft<Values, From = null> {
  /** Null when the form begins empty, undefined before that is known. */
  kept: Kept<Values, From> | null | undefined;
  keeper: DraftKeeper;
  /** Counts the openings, from 0. */
  number: number;
  /** The user has just discarded the text, so the empty form takes the focus. */
  discarded: boolean;
  /** Forgets the text and opens the form as new. */
  discard: () => void;
}

type Opening<Values, From> = Omit<FormDraft<Values, From>, 'discard'>;

/**
 * Shows a form with the text that was typed into it and not saved. When that text is found, discarded, or changed in
 * another tab before the user touches it here, the form opens anew. `wait`: the form shows only when its text is known,
 * as in a dialog that takes the focus once.
 */
export function WithDraft<Values, From = null>(props: {
  form: string;
  /** Parses what is stored; null when this version cannot read it. */
  read: Reader<Values>;
  /** The same for what an edit changed. */
  readFrom?: Reader<From>;
  wait?: boolean;
  children: (draft: FormDraft<Values, From>) => ReactNode;
}) {
  const { form, read, readFrom, wait = false, children } = props;
  const db = useDatabase();
  const stored = useLiveQuery(() => findKept(db, form, read, readFrom), [db, form]);
  const [opening, setOpening] = useState(() => opened<Values, From>(db, form, undefined));

  const next = stored === undefined ? opening : followed(opening, db, form, stored);
  if (next !== opening) setOpening(next);

  const discard = () => {
    void opening.keeper.drop();
    setOpening({ ...opened<Values, From>(db, form, null, opening.number + 1), discarded: true });
  };
  if (wait && opening.kept === undefined) return null;
  return <Fragment key={opening.number}>{children({ ...opening, discard })}</Fragment>;
}

async function findKept<Values, From>(
  db: Database,
  form: string,
  read: Reader<Values>,
  readFrom: Reader<From> | undefined,
): Promise<Kept<Values, From> | null> {
  const draft = await findDraft(db, form);
  const values = draft && read(draft.values);
  if (!draft || values === null) return null;
  const from = draft.from === undefined ? undefined : readFrom?.(draft.from);
  return { values, from: from ?? null, writer: draft.writer, keptAt: draft.keptAt };
}

function opened<Values, From>(
  db: Database,
  form: string,
  kept: Kept<Values, From> | null | undefined,
  number = 0,
): Opening<Values, From> {
  return { number, kept, keeper: new DraftKeeper(db, form, kept?.writer), discarded: false };
}

/** The same opening, or the next one when the stored text is not what an untouched form shows. */
function followed<Values, From>(
  now: Opening<Values, From>,
  db: Database,
  form: string,
  kept: Kept<Values, From> | null,
): Opening<Values, From> {
  // A form that began empty stays as it is, whatever another tab types.
  if (now.keeper.touched || now.kept === null) return now.kept === undefined ? { ...now, kept: null } : now;
  if (now.kept === undefined && kept === null) return { ...now, kept };
  if (now.kept && kept && now.kept.writer === kept.writer && now.kept.keptAt === kept.keptAt) return now;
  return opened(db, form, kept, now.number + 1);
}

/**
 * Keeps what stands in a form. `worth`: it is more than the form begins with. `from` is what an edit changes. Without a
 * draft nothing is kept.
 */
export function useKeepDraft<Values, From>(
  draft: Pick<FormDraft<Values, From>, 'keeper'> | undefined,
  content: { values: Values; worth: boolean; from?: From | null | undefined },
): void {
  const keeper = draft?.keeper;
  const { values, worth, from } = content;
  useEffect(() => keeper?.open(), [keeper]);
  useEffect(() => keeper?.take(values, worth, from ?? undefined), [keeper, values, worth, from]);
}
