/** The keys that a release makes of every bank file of ours. Later releases have to make the same. */
import { everyBankFileName, keysOfBankFile } from '../../support/bank-files.ts';
import { writeParts } from './device-states/write.ts';

export function recordImportKeys(folder: string): void {
  writeParts(
    `${folder}import-keys.json`,
    Object.fromEntries(everyBankFileName().map((name) => [name, keysOfBankFile(name)])),
  );
}
