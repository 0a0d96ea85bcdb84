import { today } from '#domain/dates/dates';
import type { Order } from '#domain/transactions/transactions';
import { openCopyWorker } from '#store/copies/worker/client';
import * as failures from '#texts/failures';
import * as texts from '#texts/transactions/transactions-csv';
import { saveFile } from '#ui/save-file.ts';
import { showToast } from '#ui/toast';

/** Saves a spreadsheet with everything that the filter finds, in the order of the list. A worker writes it. */
export async function exportFound(
  userId: string,
  query: { filter: string; accountId: string; order: Order },
): Promise<void> {
  const worker = openCopyWorker();
  try {
    const { file, complete } = await worker.writeTable({
      userId,
      query,
      words: texts.WORDS,
      elsewhere: texts.ELSEWHERE,
    });
    saveFile(file, `transactions-${today(new Date())}.csv`);
    if (!complete) showToast({ title: texts.EXPORT_PART, description: texts.EXPORT_PART_WHY, tone: 'info' });
  } catch {
    showToast({ title: texts.EXPORT_FAILED, description: failures.TRY_AGAIN, tone: 'error' });
  } finally {
    worker.close();
  }
}
