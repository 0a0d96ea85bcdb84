import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import * as texts from '#texts/ui';

/** What a control takes from its field, to be spread on it. */
interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: string;
  /** Shown below the control and read out with it; the control is then marked invalid. */
  error?: string | null | undefined;
  /** One quiet line of help. */
  hint?: ReactNode;
  /** Says behind the label that the field may stay empty. */
  optional?: boolean;
}

/** Label, control and error, tied together for assistive technology. The control is given what ties it. */
export function Field({
  label,
  error,
  hint,
  optional,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <chakra.div display="flex" flexDirection="column" gap="1.5" minWidth="0">
      <chakra.label htmlFor={id} fontSize="sm" fontWeight="medium" display="flex" justifyContent="space-between">
        {label}
        {optional && (
          <chakra.span color="fg.muted" fontWeight="normal">
            {texts.OPTIONAL}
          </chakra.span>
        )}
      </chakra.label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described })}
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
