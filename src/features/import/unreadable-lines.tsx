import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as texts from '#texts/import';
import { Button } from '#ui/button';
import type { UnreadableLine } from '../../import/statement.ts';

/** So many lines are drawn at first. */
const FIRST_LINES = 100;

/** Lines that are not among the rows, each with its number and why. */
export function UnreadableLines({ lines }: { lines: readonly UnreadableLine[] }) {
  const [limit, setLimit] = useState(FIRST_LINES);
  return (
    <>
      <chakra.ul
        listStyleType="none"
        display="flex"
        flexDirection="column"
        gap="2"
        aria-label={texts.GROUPS.unreadable}
      >
        {lines.slice(0, limit).map(({ line, reason, text, file }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may be listed twice, and none changes places.
          <li key={at}>
            <chakra.span fontWeight="medium">{texts.lineOf(line, file)}</chakra.span> {texts.UNREADABLE[reason]}
            <chakra.span display="block" color="fg.muted" fontSize="xs" overflowWrap="anywhere">
              {text}
            </chakra.span>
          </li>
        ))}
      </chakra.ul>
      {lines.length > limit && (
        <Button variant="outline" size="sm" alignSelf="start" onClick={() => setLimit(limit + FIRST_LINES)}>
          {texts.more(lines.length - limit)}
        </Button>
      )}
    </>
  );
}
