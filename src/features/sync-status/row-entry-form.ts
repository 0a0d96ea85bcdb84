/** The few fields with which an entry about an account, a budget, a category or an invitation can be put right. */
import { checkAccount } from '#domain/accounts';
import { checkBudget } from '#domain/budgets';
import { checkCategoryName } from '#domain/categories';
import { LONGEST_NAME } from '#domain/entered-text';
import { checkInvitation } from '#domain/invitations';
import { plainAmount } from '#domain/money';
import type { EntryFields, EntrySubject } from '#store/queries/entry-subject';

export interface RowField {
  name: string;
  label: string;
  kind: 'text' | 'amount';
  optional?: boolean;
}

/** Values as typed, by the name of the field. */
export type RowDraft = Readonly<Record<string, string>>;

export type CheckedRow = { ok: true; fields: EntryFields } | { ok: false; errors: Record<string, string> };

export interface RowForm {
  title: string;
  fields: readonly RowField[];
  start: RowDraft;
  check(draft: RowDraft): CheckedRow;
}

const name: RowField = { name: 'name', label: 'Name', kind: 'text' };
const description: RowField = { name: 'description', label: 'Description', kind: 'text', optional: true };

/** Null where nothing was typed that could be put right. */
export function rowFormOf({ operation, meant }: EntrySubject): RowForm | null {
  const start = (fields: readonly RowField[]): RowDraft =>
    Object.fromEntries(fields.map((field) => [field.name, asTyped(meant[field.name])]));
  const form = (title: string, fields: readonly RowField[], check: RowForm['check']): RowForm => ({
    title,
    fields,
    start: start(fields),
    check,
  });
  if (operation.kind === 'call') {
    if (operation.name === 'category.rename') {
      return form('Edit category', [{ ...name, name: 'to' }], ({ to = '' }) => named('to', to));
    }
    if (operation.name !== 'invitation.send') return null;
    const { target, targetId, role } = operation.arguments;
    const email: RowField = { name: 'email', label: 'Email Address', kind: 'text' };
    return form('Edit invitation', [email, { ...name, optional: true }], (draft) => {
      // Who has access and who is invited the server knows better: it has just said so.
      const nobody = { inviter: '', members: [], invited: [] };
      const typed = { email: draft.email ?? '', name: draft.name ?? '' };
      const checked = checkInvitation({ ...typed, target, targetId, role }, nobody);
      if (!checked.ok) return refused(checked.errors, { not_an_email: 'Please enter a valid email address.' });
      return { ok: true, fields: { email: checked.fields.email, name: checked.fields.name } };
    });
  }
  switch (operation.table) {
    case 'accounts':
      return form('Edit account', [name, description], (draft) => {
        const type = meant.type === 'business' ? 'business' : 'personal';
        const typed = { name: draft.name ?? '', description: draft.description ?? '', type } as const;
        return answer(checkAccount(typed), 'Enter a name for the account.');
      });
    case 'budgets':
      return form('Edit budget', [name, { name: 'amount', label: 'Amount', kind: 'amount' }, description], (draft) => {
        const { name: typed = '', amount = '', description: more = '' } = draft;
        return answer(checkBudget({ name: typed, amount, description: more }), 'Please enter a name for your budget.');
      });
    case 'categories':
      return form('Edit category', [name], (draft) => named('name', draft.name ?? ''));
    case 'transactions':
      return null;
  }
}

function asTyped(value: EntryFields[string] | undefined): string {
  return typeof value === 'number' ? plainAmount(value) : (value ?? '');
}

function named(field: string, text: string): CheckedRow {
  const checked = checkCategoryName(text);
  if (checked.ok) return { ok: true, fields: { [field]: checked.name } };
  return refused({ [field]: checked.reason }, { empty: 'Please enter a name for your category.' });
}

function answer(
  checked: { ok: true; fields: object } | { ok: false; errors: Readonly<Record<string, string | undefined>> },
  nameMissing: string,
): CheckedRow {
  if (!checked.ok) return refused(checked.errors, { empty: nameMissing });
  const fields: EntryFields = {};
  for (const [field, value] of Object.entries(checked.fields)) {
    if (typeof value === 'string' || typeof value === 'number' || value === null) fields[field] = value;
  }
  return { ok: true, fields };
}

const MESSAGES: Readonly<Record<string, string>> = {
  empty: 'Fill this in.',
  too_long: `Use at most ${LONGEST_NAME} characters.`,
};

function refused(
  problems: Readonly<Record<string, string | undefined>>,
  messages: Readonly<Record<string, string>>,
): CheckedRow {
  const errors: Record<string, string> = {};
  for (const [field, problem = ''] of Object.entries(problems)) {
    const own = field === 'amount' ? 'Please enter a valid amount for your budget.' : messages[problem];
    errors[field] = own ?? MESSAGES[problem] ?? 'This cannot be taken.';
  }
  return { ok: false, errors };
}
