import { storageReason } from '#store/database/storage-failure';
import * as texts from '#texts/device/storage';

/** Why something could not be saved or read, in words; `otherwise` when nothing more is known. */
export function failureText(error: unknown, otherwise: string): string {
  const reason = storageReason(error);
  if (reason === 'storage_full') return texts.FULL;
  if (reason !== 'storage') return texts.REFUSED;
  return (error instanceof Error && error.message) || otherwise;
}
