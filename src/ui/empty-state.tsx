import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** `h1` when this is the whole page. */
  titleAs?: 'p' | 'h1';
  /** The purpose of this place. */
  children?: ReactNode;
  /** The main action. */
  action?: ReactNode;
}

/** Shown where a place has no content yet. */
export function EmptyState({ icon, title, titleAs = 'p', children, action }: EmptyStateProps) {
  return (
    <chakra.div display="flex" flexDirection="column" alignItems="center" textAlign="center" py="12" px="4">
      {icon && (
        <chakra.span
          aria-hidden
          display="grid"
          placeItems="center"
          width="11"
          height="11"
          mb="4"
          borderRadius="full"
          bg="accent.soft"
          color="accent"
          _icon={{ width: '5', height: '5' }}
        >
          {icon}
        </chakra.span>
      )}
      <chakra.p as={titleAs} fontSize="md" fontWeight="medium" textWrap="balance">
        {title}
      </chakra.p>
      {children && (
        <chakra.div mt="1" color="fg.muted" maxWidth="26rem" textWrap="pretty">
          {children}
        </chakra.div>
      )}
      {action && (
        <chakra.div mt="5" display="flex" flexWrap="wrap" justifyContent="center" gap="3">
          {action}
        </chakra.div>
      )}
    </chakra.div>
  );
}
