/** For taking everything along, and for bringing it back. */
import { counted } from '#domain/numbers';

export const TITLE = 'Your data';

export const EXPORT = 'Export everything';
export const EXPORT_ABOUT = 'One file with your accounts, categories, budgets, transactions and reconciliations.';
export const PASSPHRASE = 'Passphrase';
export const PASSPHRASE_HINT = 'With one, nobody reads the file without it. Nobody can recover it, either.';
export const NO_ENCRYPTION_HINT = 'A passphrase needs https. The file will be readable for everybody who has it.';
export const EXPORTED = 'Your copy is saved';
export const EXPORT_PART = 'Older months are not on this device yet, so they are not in the file.';
export const EXPORT_FAILED = 'Your copy could not be saved';

export const RESTORE = 'Restore a copy';
export const RESTORE_ABOUT =
  'You see what the file would add before anything changes. Nothing that is here is changed.';
export const CHOOSE = 'File of a copy';
export const OPEN = 'Open';
export const READING = 'Reading the file…';
export const RESTORE_NOW = 'Restore';
export const WITH_DELETED = 'Bring back what was deleted since';
export const NOTHING = 'Everything in this file is here already.';
export const FAILED = 'The copy could not be restored completely';
export const FAILED_WHY = 'Nothing is lost. Choose the file again, and it goes on.';
export const DONE = 'The copy is restored';
export const WAITING = 'Older months are not on this device yet. Its transactions stay out for now.';
export const ACCOUNTS = 'Accounts of the copy';
export const NEW = 'new';
export const HERE = 'already here';
export const PROGRESS = 'Restoring';

export const NOT_OURS = 'This is not a copy from Carryover.';
export const CUT = 'The end of this file is missing. Nothing has changed.';
export const LATER_VERSION = 'A newer version of Carryover made this file. Update the app first. Nothing has changed.';
export const WRONG_PASSPHRASE = 'This is not the passphrase of the file. Nothing has changed.';
export const NO_ENCRYPTION = 'This file has a passphrase, and this page needs https to open it. Nothing has changed.';

export const REMINDER = 'You have made no copy for 30 days. Export everything in the settings.';

/** `where` names the value, for example `transactions[12].amount`. */
export function invalid(where: string): string {
  return `This file is damaged at “${where}”. Nothing has changed.`;
}

export function added(count: number): string {
  return `${counted(count, 'transaction', 'transactions')} to add`;
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
