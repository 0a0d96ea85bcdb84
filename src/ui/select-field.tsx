import { chakra } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { ChevronDownIcon } from './icons.tsx';
import { controlRecipe } from './theme/control.ts';

export interface SelectOption {
  value: string;
  label: string;
}

const fitting = { width: 'auto', fieldSizing: 'content', cursor: 'pointer' } as const;

const Control = chakra('select', {
  base: { ...controlRecipe.base, appearance: 'none', pe: '9', textOverflow: 'ellipsis' },
  variants: {
    look: {
      field: {},
      /** In a line of a list, as wide as its value. */
      inline: { ...fitting, minHeight: { base: '11', lg: '8' } },
      /** An icon instead of the value, which is read out. */
      icon: {
        width: '11',
        px: '0',
        borderColor: 'transparent',
        bg: 'transparent',
        color: 'transparent',
        cursor: 'pointer',
        '& option': { color: 'fg', bg: 'surface' },
      },
    },
  },
  defaultVariants: { look: 'field' },
});

type SelectProps = Omit<ComponentProps<typeof Control>, 'children'> & {
  options: readonly SelectOption[];
  /** The first option; shown for an empty value. */
  placeholder?: string | undefined;
  /** Instead of the arrow. */
  icon?: ReactNode;
};

/** The platform's own select: the best one on phones, and no script. It has no label and no error. */
export function Select({ options, placeholder, look = 'field', icon, ...select }: SelectProps) {
  return (
    <chakra.span position="relative" display={look === 'field' ? 'block' : 'inline-flex'} maxWidth="full" minWidth="0">
      <Control look={look} {...select}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Control>
      <chakra.span
        aria-hidden
        position="absolute"
        insetEnd={look === 'icon' ? '3.5' : '3'}
        top="50%"
        translate="0 -50%"
        color="fg.muted"
        pointerEvents="none"
      >
        {icon ?? <ChevronDownIcon size={16} />}
      </chakra.span>
    </chakra.span>
  );
}

type SelectFieldProps = FieldProps & Omit<SelectProps, 'id' | 'look' | 'icon'>;

/** The same with label and error. */
export function SelectField({
  label,
  labelHidden = false,
  error,
  hint,
  optional = false,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} labelHidden={labelHidden} error={error} hint={hint} optional={optional}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  );
}
