/**
 * Every limit of the embedded server on size and on work at once, each with its reason. docs/self-hosting.md shows this
 * table; a test compares the two. How often somebody may try to sign in stands in rate-limit.ts.
 */

import { bodyLimits } from './limits/body-limits.ts';
import { kilobytes, type Limit, megabytes } from './limits/limit.ts';
import { personLimits } from './limits/person-limits.ts';
import { queryLimits } from './limits/query-limits.ts';
import { requestLimits } from './limits/request-limits.ts';
import { socketLimits } from './limits/socket-limits.ts';

export const limits = {
  ...bodyLimits,
  ...personLimits,
  ...queryLimits,
  ...requestLimits,
  ...socketLimits,
} satisfies Record<string, Limit>;

/** As docs/self-hosting.md shows them. */
export function limitsTable(): string {
  const rows = Object.values(limits).map(
    ({ most, unit, what, why }) => `| ${what} | ${printed(most, unit)} | ${why} |`,
  );
  return ['| limit | at most | why |', '|---|---:|---|', ...rows].join('\n');
}

function printed(most: number, unit: Limit['unit']): string {
  if (unit !== 'bytes') return `${most.toLocaleString('en')}${unit && ` ${unit}`}`;
  if (most < kilobytes(1)) return `${most} bytes`;
  return most >= megabytes(1) ? `${most / megabytes(1)} MB` : `${most / kilobytes(1)} kB`;
}
