import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import * as texts from '#texts/transactions/transactions';

/** Removes the browser's own styles, which would keep their green at this height. */
const Bar = chakra('progress', {
  base: {
    '--rest': { base: 'colors.line', _highContrast: 'Canvas' },
    '--done': { base: 'colors.accent', _highContrast: 'Highlight' },
    appearance: 'none',
    flex: { md: '1' },
    width: { base: 'full', md: 'auto' },
    minWidth: '0',
    height: '1',
    borderRadius: 'full',
    overflow: 'hidden',
    forcedColorAdjust: 'none',
    outline: { _highContrast: '1px solid CanvasText' },
    bg: 'var(--rest)',
    '&::-webkit-progress-bar': { bg: 'var(--rest)' },
    '&::-webkit-progress-value': { bg: 'var(--done)' },
    '&::-moz-progress-bar': { bg: 'var(--done)' },
  },
});

/** How many of the older months have arrived. */
export function HistoryProgress({ loaded, total }: { loaded: number; total: number }) {
  const id = useId();
  return (
    <chakra.div
      display="flex"
      flexDirection={{ base: 'column', md: 'row' }}
      flex="1"
      minWidth="0"
      alignItems={{ md: 'center' }}
      columnGap="3"
      color="fg.muted"
      fontSize="xs"
      lineHeight="0.875rem"
    >
      <chakra.span id={id} truncate>
        {texts.historyProgress(loaded, total)}
      </chakra.span>
      <Bar value={loaded} max={total} aria-labelledby={id} />
    </chakra.div>
  );
}
