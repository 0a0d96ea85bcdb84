import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import * as texts from '#texts/ui';
import { Field, type FieldProps } from './field.tsx';
import { controlRecipe } from './theme/control.ts';

const Input = chakra('input', controlRecipe);

type AmountFieldProps = FieldProps &
  Omit<ComponentProps<typeof Input>, 'id' | 'type' | 'inputMode' | 'children'> & {
    /** It may be below zero. The numeric keypad of some phones has no minus. */
    signed?: boolean;
  };

/**
 * A sum of dollars as the user types it, with the numeric keypad on phones. It does not parse the text; its caller
 * does.
 */
export function AmountField(props: AmountFieldProps) {
  const { label, labelHidden = false, error, hint, optional = false, signed = false, ...input } = props;
  return (
    <Field label={label} labelHidden={labelHidden} error={error} hint={hint} optional={optional}>
      {(control) => (
        <chakra.div position="relative">
          <chakra.span
            aria-hidden
            position="absolute"
            insetStart="3"
            top="50%"
            translate="0 -50%"
            color="fg.muted"
            pointerEvents="none"
          >
            {texts.CURRENCY_SYMBOL}
          </chakra.span>
          <Input
            paddingStart="7"
            fontVariantNumeric="tabular-nums"
            placeholder={texts.AMOUNT_PLACEHOLDER}
            autoComplete="off"
            {...input}
            type="text"
            inputMode={signed ? 'text' : 'decimal'}
            {...control}
          />
        </chakra.div>
      )}
    </Field>
  );
}
