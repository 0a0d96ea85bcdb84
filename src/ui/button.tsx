import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

const Root = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: 0,
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'md',
    fontSize: 'sm',
    fontWeight: 'medium',
    lineHeight: 'short',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    textDecoration: 'none',
    transition: 'background-color 120ms, border-color 120ms, color 120ms',
    _disabled: { opacity: 0.55, cursor: 'not-allowed' },
    _icon: { width: '4', height: '4', flexShrink: 0 },
  },
  variants: {
    variant: {
      /** The main action of a place. */
      solid: { bg: 'accent.solid', color: 'accent.onSolid', _hover: { bg: 'accent.solidHover' } },
      outline: {
        bg: 'surface',
        color: 'fg',
        borderColor: 'line',
        boxShadow: 'card',
        _hover: { bg: 'sunken' },
        _expanded: { bg: 'sunken' },
      },
      ghost: { color: 'fg.muted', _hover: { bg: 'sunken', color: 'fg' }, _expanded: { bg: 'sunken', color: 'fg' } },
      danger: { bg: 'danger.solid', color: 'danger.onSolid', _hover: { bg: 'danger.solidHover' } },
      /** A link within a line of text. */
      plain: {
        color: 'accent',
        textDecoration: 'underline',
        textUnderlineOffset: '3px',
        textDecorationColor: 'accent/35',
        _hover: { textDecorationColor: 'accent' },
      },
    },
    size: {
      /** Large enough for a thumb on phones, 36 px beside a mouse. */
      md: { minHeight: { base: '11', lg: '9' }, px: '4' },
      sm: { minHeight: { base: '11', lg: '8' }, px: '3' },
      lg: { minHeight: '11', px: '5', fontSize: { base: 'md', lg: 'sm' } },
      inline: { minHeight: '6', px: '0' },
    },
    block: { true: { width: 'full' } },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
});

export type ButtonProps = ComponentProps<typeof Root>;

/** A button. With `asChild` it gives its style to the link inside. */
export function Button(props: ButtonProps) {
  return props.asChild ? <Root {...props} /> : <Root type="button" {...props} />;
}
