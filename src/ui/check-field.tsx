import { chakra } from '@chakra-ui/react';
import { useId } from 'react';

interface CheckFieldProps {
  label: string;
  /** One line of help. */
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A choice of yes or no. */
export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const hintId = useId();
  return (
    <div>
      <chakra.label display="flex" alignItems="center" gap="2.5" minHeight="11">
        <chakra.input
          type="checkbox"
          width="4"
          height="4"
          flexShrink="0"
          checked={checked}
          aria-describedby={hint && hintId}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </chakra.label>
      {hint && (
        <chakra.p id={hintId} color="fg.muted" fontSize="xs">
          {hint}
        </chakra.p>
      )}
    </div>
  );
}
