/** Who wants a row that is there already. Of two people who add one row, no undo takes it from the other (S67n). */
import { accountOf, ownerOf } from './believed.ts';
import { type Case, idIn } from './case.ts';
import type { Deed } from './chronicle.ts';
import { BACK, type Row, type Standing, standing } from './rows.ts';

/** Somebody asks for the row, which is there already. The first other person is enough (S67n). */
export function askFor({ groups, author }: Row, deed: Standing): void {
  const before = groups.get(BACK);
  // Somebody has brought the row back that was there. Nobody can tell whose wish the server notes.
  if (before?.isShared && (!before.isAsked || before.by !== author)) return;
  groups.set(BACK, { ...deed, word: null, isShared: true, isAsked: true });
}

/** To bring back a row that is there counts against deletions, if its author may write it (S39j). */
export function wantHere(deed: Deed, { believed, index }: Pick<Case, 'believed' | 'index'>): void {
  const row = believed.rows.get(idIn(deed.operation) ?? '');
  row?.groups.set(BACK, { ...standing(deed, {}, index, true), word: null, isShared: true });
}

/** Two people make one category. Whether the second one still may make one is not the oracle's business. */
export function makeToo(deed: Deed, { believed, index }: Pick<Case, 'believed' | 'index'>): void {
  const row = believed.rows.get(idIn(deed.operation) ?? '');
  if (row?.table !== 'categories' || deed.operation.kind !== 'insert') return;
  if (ownerOf(believed, accountOf(row)) === deed.person) askFor(row, standing(deed, {}, index, true));
  else wantHere(deed, { believed, index });
}

/** Whether another person has added the row, or asked for it when it was there (S67n). */
export function isAlsoOfAnother({ table, author, groups }: Row, { operation, person }: Deed): boolean {
  const asked = groups.get(BACK);
  if (asked?.isAsked && asked.by !== person) return true;
  const isOfImport = operation.kind === 'delete' && operation.importId !== undefined;
  return table === 'transactions' && !isOfImport && author !== person;
}
