import { chakra } from '@chakra-ui/react';
import type { BudgetLevel } from '#domain/books/budgets';

const COLORS: Record<BudgetLevel, string> = { within: 'accent.solid', near: 'warning', over: 'danger' };

/** How much of a budget is spent. `percent` may exceed 100; the text beside it shows by how much. */
export function ProgressBar({ label, percent, level }: { label: string; percent: number; level: BudgetLevel }) {
  return (
    <chakra.div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(percent, 100)}
      aria-valuetext={`${percent}%`}
      height="2"
      borderRadius="full"
      bg="sunken"
      overflow="hidden"
      css={{ printColorAdjust: 'exact' }}
    >
      <chakra.div
        height="full"
        borderRadius="full"
        bg={COLORS[level]}
        transition="width 180ms"
        style={{ width: `${Math.min(percent, 100)}%` }}
      />
    </chakra.div>
  );
}
