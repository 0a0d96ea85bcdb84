import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Stands in place of a list within a card that has no lines yet. */
export function EmptyList(props: {
  title: string;
  /** What the list is for, in one sentence. */
  children: ReactNode;
  /** The one next step, where it is not in sight. */
  action?: ReactNode;
}) {
  const { title, children, action } = props;
  return (
    <chakra.div color="fg.muted" textWrap="pretty">
      <p>{title}</p>
      <chakra.p mt="1">{children}</chakra.p>
      {action && <chakra.div mt="3">{action}</chakra.div>}
    </chakra.div>
  );
}
