/** Settings that our sessions have in every database, the embedded one and somebody's own. */

/** PostgreSQL's log must not show what people enter: no statements, no parameters, no DETAIL lines. */
export const quietLog: Record<string, string> = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/**
 * What our statements rely on. A database or a role may have other values (`alter database … set`), perhaps from
 * somebody who may not do what we may: a search path with their own functions, or rules that triggers do not run. What
 * a session asks for when it connects wins over these.
 */
export const reliedOn: Record<string, string> = {
  search_path: '"$user", public',
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  standard_conforming_strings: 'on',
  row_security: 'on',
  session_replication_role: 'origin',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
};
