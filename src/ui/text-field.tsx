import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { controlRecipe } from './theme/control.ts';

const Input = chakra('input', controlRecipe);

type TextFieldProps = FieldProps & Omit<ComponentProps<typeof Input>, 'id' | 'children'>;

/** A labelled line of text. */
export function TextField({ label, labelHidden = false, error, hint, optional = false, ...input }: TextFieldProps) {
  return (
    <Field label={label} labelHidden={labelHidden} error={error} hint={hint} optional={optional}>
      {(control) => <Input type="text" {...input} {...control} />}
    </Field>
  );
}
