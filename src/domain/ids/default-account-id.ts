import { nameId } from './name-id.ts';

/** The id of the account that `get_or_create_default_account` makes for a user, on any device and on the server. */
export function defaultAccountId(userId: string): string {
  return nameId(`account:${userId}`);
}
