import type { Sql, TransactionSql } from 'postgres';
import type { Claims } from '../auth/jwt.ts';

/**
 * Makes the rest of this transaction run as the caller, as PostgREST and hosted Realtime do. It sets the caller's role,
 * and the claims that `auth.uid()` and similar functions read. If it is not awaited, the statements after it travel in
 * the same packet.
 */
export function actAs(sql: TransactionSql | Sql, claims: Claims, settings: Record<string, string> = {}) {
  const names = ['role', 'request.jwt.claims', ...Object.keys(settings)];
  const values = [claims.role, JSON.stringify(claims), ...Object.values(settings)];
  const list = names.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`).join(', ');
  return sql.unsafe(
    `select ${list}`,
    names.flatMap((name, index) => [name, values[index] ?? '']),
    { prepare: true },
  );
}
