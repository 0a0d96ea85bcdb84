/** What accounts are for. */

export const ACCOUNT_KINDS = ['cash', 'checking', 'savings', 'credit_card', 'loan', 'investment', 'other'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** What an account is for. Rows that v0.1.0 stored on this device name no kind. */
export function kindOf(account: { kind?: AccountKind | undefined }): AccountKind {
  return account.kind ?? 'other';
}

/** The kind of this name; null where it names none. */
export function kindNamed(name: unknown): AccountKind | null {
  return ACCOUNT_KINDS.find((kind) => kind === name) ?? null;
}

/** Whether accounts of this kind are there to owe money. */
export function isDebt(kind: AccountKind): boolean {
  return kind === 'credit_card' || kind === 'loan';
}
