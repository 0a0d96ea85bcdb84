import { chakra } from '@chakra-ui/react';
import { type ReactNode, useContext, useId } from 'react';
import * as texts from '#texts/ui';
import { FormOfCells } from './form-of-cells.ts';

/** The props that a control takes from its field. */
interface ControlProps {
  id: string;
  /** The form, where the control stands outside of it. */
  form: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: string;
  /** The label is read out and not shown, where the place of the field says what it is. */
  labelHidden?: boolean;
  /** Shown below the control and read out with it; it marks the control as invalid. */
  error?: string | null | undefined;
  /** One line of help. */
  hint?: ReactNode;
  /** Shows behind the label that the field may stay empty. */
  optional?: boolean;
}

/** Label, control and error, connected for assistive technology. The control gets the connecting props. */
export function Field({
  label,
  labelHidden = false,
  error,
  hint,
  optional,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const form = useContext(FormOfCells);
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <chakra.div display="flex" flexDirection="column" gap="1.5" minWidth="0">
      <chakra.label
        id={`${id}-label`}
        htmlFor={id}
        fontSize="sm"
        fontWeight="medium"
        display="flex"
        justifyContent="space-between"
        srOnly={labelHidden || form !== undefined}
      >
        {label}
        {optional && (
          <chakra.span color="fg.muted" fontWeight="normal">
            {texts.OPTIONAL}
          </chakra.span>
        )}
      </chakra.label>
      {children({ id, form, 'aria-invalid': error ? true : undefined, 'aria-describedby': described })}
      {error ? (
        <chakra.p id={`${id}-error`} color="danger" fontSize="sm" role="alert">
          {error}
        </chakra.p>
      ) : (
        hint && (
          <chakra.p id={`${id}-hint`} color="fg.muted" fontSize="xs">
            {hint}
          </chakra.p>
        )
      )}
    </chakra.div>
  );
}
