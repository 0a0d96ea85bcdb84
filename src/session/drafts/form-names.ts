/** The names under which drafts are kept, where a form belongs to something. */

/** The edit of a transaction, wherever it is edited. */
export const editForm = ({ id }: { id: string }) => `edit:${id}`;
/** The edit of a transfer, from whichever side. */
export const transferForm = ({ id, transferId }: { id: string; transferId: string | null }) =>
  `edit:${transferId ?? id}`;
export const QUICK_ENTRY_FORM = 'quick-entry';
/** The repetition of a transaction. */
export const againForm = ({ id }: { id: string }) => `again:${id}`;
/** The dialog of an account's page that adds to it. */
export const entryForm = (accountId: string) => `entry:${accountId}`;
export const contributionForm = (budgetId: string) => `contribution:${budgetId}`;
export const accountForm = (accountId: string) => `account:${accountId}`;
export const statementForm = (accountId: string) => `statement:${accountId}`;
/** What is changed of an import's rows before they come in. */
export const IMPORT_FORM = 'import';
/** The account that is being created. */
export const NEW_ACCOUNT_FORM = 'account';
/** `target`: the account or budget in the address. What was typed for another one does not come back there. */
export const invitationForm = (target?: string) => (target === undefined ? 'invitation' : `invitation:${target}`);
/** The names of all forms of schedules begin so. */
export const SCHEDULE_FORMS = 'schedule:';
export const NEW_SCHEDULE_FORM = `${SCHEDULE_FORMS}new`;
export const scheduleForm = ({ id }: { id: string }) => `${SCHEDULE_FORMS}${id}`;
/** The schedule that an entry, or either side of a transfer, is made to repeat by. */
export const repeatForm = ({ id, transferId }: { id: string; transferId: string | null }) =>
  `${SCHEDULE_FORMS}of:${transferId ?? id}`;
