/** For taking everything along, and for bringing it back. */
import { counted } from '#domain/money/numbers';

export const TITLE = 'Your data';

export const EXPORT = 'Export everything';
export const EXPORT_ABOUT =
  'One file with your accounts, categories, budgets, schedules, transactions and reconciliations.';
export const PASSPHRASE = 'Passphrase';
export const PASSPHRASE_AGAIN = 'Repeat the passphrase';
export const PASSPHRASES_DIFFER = 'The two differ. Type the same passphrase twice.';
export const PASSPHRASE_OF_FILE = 'Passphrase of the file';
export const PASSPHRASE_HINT = 'With one, nobody reads the file without it. Nobody can recover it, either.';
export const NO_ENCRYPTION_HINT = 'A passphrase needs https. The file will be readable for everybody who has it.';
export const EXPORTING = 'Making your copy…';
export const EXPORTED = 'Your copy is saved';
export const EXPORT_PART = 'Older months are not on this device yet, so they are not in the file.';
export const EXPORT_FAILED = 'Your copy could not be saved';

export const RESTORE = 'Restore a copy';
export const RESTORE_ABOUT =
  'You see what the file would add before anything changes. Nothing that is here is changed.';
export const FILE = 'File of a copy';
export const CHOOSE = 'Choose a copy';
export const CHOOSE_ANOTHER = 'Choose another copy';
export const OPEN = 'Open';
export const READING = 'Reading the file…';
export const RESTORE_NOW = 'Restore';
export const WITH_DELETED = 'Bring back what was deleted since';
export const NOTHING = 'Everything in this file is here already.';
export const RESTORING = 'Restoring…';
export const STOP = 'Stop';
export const STOPPING = 'Stopping…';
export const STOPPED = 'The restore is stopped';
export const NOT_READ = 'The file could not be read';
export const NOT_READ_WHY = 'Nothing has changed. Choose the file again.';
export const NOT_COMPLETE = 'When this copy was made, older months were not on that device. They are not in the file.';
export const FAILED = 'The copy could not be restored completely';
export const FAILED_WHY = 'What came in stays. Choose the file again, and it goes on.';
export const DONE = 'The copy is restored';
export const SEE_ACCOUNTS = 'See your accounts';
export const WAITING = 'Older months are not on this device yet. Its transactions stay out for now.';
export const PLAIN = 'This file has no passphrase. Is it yours?';
export const PLAIN_WHY = 'Whoever had it could change it. If you gave your copy a passphrase, this is another file.';
export const ACCOUNTS = 'Accounts of the copy';
export const NEW = 'new';
export const HERE = 'already here';

export const NOT_OURS = 'This is not a copy from Carryover.';
export const CUT = 'The end of this file is missing. Nothing has changed.';
export const LATER_VERSION = 'A newer version of Carryover made this file. Update the app first. Nothing has changed.';
export const WRONG_PASSPHRASE = 'This is not the passphrase of the file. Nothing has changed.';
export const NO_ENCRYPTION = 'This file has a passphrase, and this page needs https to open it. Nothing has changed.';

export const REMINDER = 'You have made no copy for 30 days.';

/** `where` names the value, for example `transactions[12].amount`. */
export function invalid(where: string): string {
  return `This file is damaged at “${where}”. Nothing has changed.`;
}

/** `moment` is a day and time in words. */
export function madeOn(moment: string): string {
  return `Copy of ${moment}`;
}

/** What would be new: `7 transactions, 2 categories and 1 budget to add`. */
export function added(
  transactions: number,
  others: { categories: number; budgets: number; reconciliations: number; schedules: number },
): string {
  const parts = [
    counted(transactions, 'transaction', 'transactions'),
    others.categories > 0 && counted(others.categories, 'category', 'categories'),
    others.budgets > 0 && counted(others.budgets, 'budget', 'budgets'),
    others.reconciliations > 0 && counted(others.reconciliations, 'reconciliation', 'reconciliations'),
    others.schedules > 0 && counted(others.schedules, 'schedule', 'schedules'),
  ].filter((part) => part !== false);
  return `${new Intl.ListFormat('en').format(parts)} to add`;
}

export function standing(count: number): string {
  return `${counted(count, 'transaction is', 'transactions are')} here already`;
}

export function deleted(count: number): string {
  return `${counted(count, 'transaction was', 'transactions were')} deleted since the copy`;
}

export function ofOthers(count: number): string {
  return `${counted(count, 'was', 'were')} entered by others. They will stand under your name.`;
}

export function alone(count: number): string {
  return `${counted(count, 'side', 'sides')} of transfers come as ordinary transactions: the other side is missing.`;
}
