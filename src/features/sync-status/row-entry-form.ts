/** The few fields with which the user can correct an entry about an account, a budget, a category or an invitation. */
import { kindNamed } from '#domain/account-kinds';
import { checkAccount } from '#domain/books/accounts';
import { checkBudget } from '#domain/books/budgets';
import { checkCategoryName } from '#domain/books/categories';
import { LONGEST_NAME } from '#domain/entered-text';
import { plainAmount } from '#domain/money/money';
import { checkInvitation } from '#domain/sharing/invitations';
import { type EntryFields, type EntrySubject, fieldsOf } from '#store/queries/rows/entry-subject';
import * as problemTexts from '#texts/field-problems';
import * as texts from '#texts/sync/entry-form';
import * as terms from '#texts/terms';

interface RowField {
  name: string;
  label: string;
  kind: 'text' | 'amount';
  optional?: boolean;
}

/** Typed values by the name of the field. */
type RowDraft = Readonly<Record<string, string>>;

type CheckedRow = { ok: true; fields: EntryFields } | { ok: false; errors: Record<string, string> };

export interface RowForm {
  title: string;
  fields: readonly RowField[];
  start: RowDraft;
  check(draft: RowDraft): CheckedRow;
}

const name: RowField = { name: 'name', label: terms.NAME, kind: 'text' };
const description: RowField = { name: 'description', label: terms.DESCRIPTION, kind: 'text', optional: true };

/** Null for an entry without typed values to correct. */
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
      return form(texts.EDIT_CATEGORY, [{ ...name, name: 'to' }], ({ to = '' }) => named('to', to));
    }
    if (operation.name !== 'invitation.send') return null;
    const { target, targetId, role } = operation.arguments;
    const email: RowField = { name: 'email', label: terms.EMAIL_ADDRESS, kind: 'text' };
    return form(texts.EDIT_INVITATION, [email, { ...name, optional: true }], (draft) => {
      // The server knows the members and invitations better, and has just refused the entry by them.
      const nobody = { inviter: '', members: [], invited: [] };
      const typed = { email: draft.email ?? '', name: draft.name ?? '' };
      const checked = checkInvitation({ ...typed, target, targetId, role }, nobody);
      if (!checked.ok) return refused(checked.errors, { not_an_email: problemTexts.NOT_AN_EMAIL });
      return { ok: true, fields: { email: checked.fields.email, name: checked.fields.name } };
    });
  }
  switch (operation.table) {
    case 'accounts':
      return form(texts.EDIT_ACCOUNT, [name, description], (draft) => {
        const type = meant.type === 'business' ? 'business' : 'personal';
        const kind = kindNamed(meant.kind) ?? 'other';
        const typed = { name: draft.name ?? '', description: draft.description ?? '', type, kind } as const;
        return answer(checkAccount(typed), problemTexts.NO_ACCOUNT_NAME);
      });
    case 'budgets':
      return form(
        texts.EDIT_BUDGET,
        [name, { name: 'amount', label: terms.AMOUNT, kind: 'amount' }, description],
        (draft) => {
          const { name: typed = '', amount = '', description: more = '' } = draft;
          return answer(checkBudget({ name: typed, amount, description: more }), problemTexts.NO_BUDGET_NAME);
        },
      );
    case 'categories':
      return form(texts.EDIT_CATEGORY, [name], (draft) => named('name', draft.name ?? ''));
    case 'transactions':
    case 'reconciliations':
    case 'imports':
    case 'schedules':
      return null;
  }
}

function asTyped(value: EntryFields[string] | undefined): string {
  return typeof value === 'number' ? plainAmount(value) : String(value ?? '');
}

function named(field: string, text: string): CheckedRow {
  const checked = checkCategoryName(text);
  if (checked.ok) return { ok: true, fields: { [field]: checked.name } };
  return refused({ [field]: checked.reason }, { empty: problemTexts.NO_CATEGORY_NAME });
}

function answer(
  checked: { ok: true; fields: object } | { ok: false; errors: Readonly<Record<string, string | undefined>> },
  nameMissing: string,
): CheckedRow {
  if (!checked.ok) return refused(checked.errors, { empty: nameMissing });
  return { ok: true, fields: fieldsOf(checked.fields) };
}

const MESSAGES: Readonly<Record<string, string>> = {
  empty: problemTexts.EMPTY,
  too_long: problemTexts.tooLong(LONGEST_NAME),
};

function refused(
  problems: Readonly<Record<string, string | undefined>>,
  messages: Readonly<Record<string, string>>,
): CheckedRow {
  const errors: Record<string, string> = {};
  for (const [field, problem = ''] of Object.entries(problems)) {
    const own = field === 'amount' ? problemTexts.NOT_A_BUDGET_AMOUNT : messages[problem];
    errors[field] = own ?? MESSAGES[problem] ?? texts.NOT_TAKEN;
  }
  return { ok: false, errors };
}
