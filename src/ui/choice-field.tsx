import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  /** The label is read out but not shown. */
  hideLabel?: boolean;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}

/** Two to four choices side by side: native radio buttons in the shape of one switch. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, hideLabel = false, value, options, onChange } = props;
  const name = useId();
  return (
    <chakra.div role="radiogroup" aria-labelledby={`${name}-label`} minWidth="0">
      <chakra.span
        id={`${name}-label`}
        display="block"
        mb="1.5"
        fontSize="sm"
        fontWeight="medium"
        srOnly={hideLabel || undefined}
      >
        {label}
      </chakra.span>
      <chakra.div
        display="grid"
        gridAutoFlow="column"
        gridAutoColumns="1fr"
        gap="1"
        p="1"
        bg="sunken"
        css={{ 'dialog &': { bg: 'track' }, '[popover] &': { bg: 'track' } }}
        borderRadius="md"
      >
        {options.map((option) => (
          <chakra.label
            key={option.value}
            position="relative"
            display="flex"
            alignItems="center"
            justifyContent="center"
            gap="1.5"
            minHeight={{ base: '9', lg: '7' }}
            px={{ base: '2', lg: '3' }}
            borderRadius="sm"
            fontWeight="medium"
            cursor="pointer"
            color="fg.muted"
            transition="background-color 120ms, color 120ms"
            _hover={{ color: 'fg' }}
            _focusWithin={{ outline: '2px solid', outlineColor: 'accent' }}
            css={{ '&:has(:checked)': { bg: 'chosen', color: 'fg', boxShadow: 'card' } }}
          >
            <chakra.input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              position="absolute"
              inset="0"
              opacity="0"
              cursor="pointer"
            />
            {option.icon}
            {option.label}
          </chakra.label>
        ))}
      </chakra.div>
    </chakra.div>
  );
}
