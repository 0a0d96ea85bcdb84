/** What one command did, to which the entry belongs. An undo names it as what it takes back (S67k). */
export function actionOf({ id, action }: { id: string; action?: string | undefined }): string {
  return action ?? id;
}
