import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A line of a list: a text, what is to be known of it below, and what can be done with it beside. */
export function ListRow({ text, detail, action }: { text: string; detail: ReactNode; action: ReactNode }) {
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      py="2"
      borderTopWidth="1px"
      borderColor="line"
    >
      <chakra.span minWidth="0">
        <chakra.span display="block" overflowWrap="anywhere">
          {text}
        </chakra.span>
        <chakra.span display="block" color="fg.muted" fontSize="xs" overflowWrap="anywhere">
          {detail}
        </chakra.span>
      </chakra.span>
      {action}
    </chakra.li>
  );
}
