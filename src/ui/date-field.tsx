import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { controlRecipe } from './theme/control.ts';

const Input = chakra('input', controlRecipe);

type DateFieldProps = FieldProps & Omit<ComponentProps<typeof Input>, 'id' | 'type' | 'children'>;

/** A calendar date as `YYYY-MM-DD`, with the platform's own calendar. */
export function DateField({ label, error, hint, optional = false, ...input }: DateFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} optional={optional}>
      {(control) => <Input type="date" fontVariantNumeric="tabular-nums" {...input} {...control} />}
    </Field>
  );
}
