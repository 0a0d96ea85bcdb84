import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { ChevronDownIcon } from './icons.tsx';
import { controlRecipe } from './theme/control.ts';

const Select = chakra('select', controlRecipe);

export interface SelectOption {
  value: string;
  label: string;
}

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<typeof Select>, 'id' | 'children'> & {
    options: readonly SelectOption[];
    /** Stands first, and is what an empty value shows. */
    placeholder?: string | undefined;
  };

/** The platform's own select: the best one on phones, and no script. */
export function SelectField({
  label,
  error,
  hint,
  optional = false,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} optional={optional}>
      {(control) => (
        <chakra.div position="relative">
          <Select appearance="none" paddingEnd="9" textOverflow="ellipsis" {...select} {...control}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
          <chakra.span
            position="absolute"
            insetEnd="3"
            top="50%"
            translate="0 -50%"
            color="fg.muted"
            pointerEvents="none"
          >
            <ChevronDownIcon size={16} aria-hidden />
          </chakra.span>
        </chakra.div>
      )}
    </Field>
  );
}
