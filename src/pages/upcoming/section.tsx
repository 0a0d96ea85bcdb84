import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { Card } from '#ui/card';

/** A card of the tab with its title and a list. */
export function Section(props: { title: string; before?: ReactNode; children: ReactNode }) {
  const { title, before, children } = props;
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <chakra.h3 id={id} fontSize="md" mb="1">
        {title}
      </chakra.h3>
      {before}
      <chakra.ul
        listStyle="none"
        aria-labelledby={id}
        css={{ '& > li + li': { borderTopWidth: '1px' }, '& > li:last-of-type': { pb: '0' } }}
      >
        {children}
      </chakra.ul>
    </Card>
  );
}
