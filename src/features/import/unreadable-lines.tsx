import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as texts from '#texts/import/import';
import { Button } from '#ui/button';
import type { Question, UnreadableLine } from '../../import/statement/statement.ts';

/** So many lines are drawn at first. */
const FIRST_LINES = 100;

interface UnreadableLinesProps {
  lines: readonly UnreadableLine[];
  /** The questions whose rows the user has left out. */
  left: ReadonlySet<Question>;
}

/** Lines that are not among the rows, each with its number and why. */
export function UnreadableLines({ lines, left }: UnreadableLinesProps) {
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
            <chakra.span fontWeight="medium">{texts.lineOf(line, file)}</chakra.span> {whyOf(reason, left)}
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

function whyOf(reason: UnreadableLine['reason'], left: ReadonlySet<Question>): string {
  if (reason === 'day_or_month' && left.has('date_order')) return texts.LEFT_OUT[reason];
  if (reason === 'thousands_or_decimals' && left.has('decimal_sign')) return texts.LEFT_OUT[reason];
  return texts.UNREADABLE[reason];
}
