/** Choosing several transactions. What is done to them (`bulk.ts`) loads when some are chosen. */

export const CHOOSE = 'Choose several';

export function chooseOne(named: string): string {
  return `Choose ${named}`;
}
