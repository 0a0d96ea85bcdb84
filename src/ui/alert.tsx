import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { CircleAlertIcon, InfoIcon, TriangleAlertIcon } from './icons.tsx';

const looks = {
  info: { bg: 'accent.soft', color: 'accent', Icon: InfoIcon },
  warning: { bg: 'warning.soft', color: 'warning', Icon: TriangleAlertIcon },
  error: { bg: 'danger.soft', color: 'danger', Icon: CircleAlertIcon },
};

/** A message at this place of the page, announced by screen readers when it appears. */
export function Alert({ tone, title, children }: { tone: keyof typeof looks; title?: string; children?: ReactNode }) {
  const { bg, color, Icon } = looks[tone];
  return (
    <chakra.div role={tone === 'error' ? 'alert' : 'status'} display="flex" gap="3" p="3" borderRadius="md" bg={bg}>
      <chakra.span color={color} mt="0.5">
        <Icon size={16} aria-hidden />
      </chakra.span>
      <chakra.div minWidth="0">
        {title && <chakra.p fontWeight="medium">{title}</chakra.p>}
        {children}
      </chakra.div>
    </chakra.div>
  );
}
