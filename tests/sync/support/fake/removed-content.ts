/** What a notice, a change and a tombstone keep of a row that was removed. */
import { plainFields } from '#domain/mutations/changed-fields';
import type { Notice } from '#domain/mutations/notices';

export function contentOf(row: object): Notice['removed'] {
  const { version, userEmail, ...fields } = plainFields({ version: null, userEmail: null, ...row });
  return fields;
}
