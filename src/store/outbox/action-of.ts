import type { OutboxEntry } from '../database/records.ts';

/** What one command did, to which the entry belongs. An undo names it as what it takes back (S67k). */
export function actionOf({ id, action }: Pick<OutboxEntry, 'id' | 'action'>): string {
  return action ?? id;
}
