import type { AccountType } from '#domain/rows';

/** Account types as screens name them. */
export const ACCOUNT_TYPE_NAMES: Readonly<Record<AccountType, string>> = { personal: 'Personal', business: 'Business' };
