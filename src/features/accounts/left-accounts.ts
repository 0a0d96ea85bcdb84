/** The accounts that were deleted in this tab: Back does not lead to their pages. */
const left = new Set<string>();

export function leaveAccount(accountId: string): void {
  left.add(accountId);
}

export function isLeft(accountId: string): boolean {
  return left.has(accountId);
}
