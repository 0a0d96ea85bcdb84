import { chakra } from '@chakra-ui/react';
import { type ComponentProps, useState } from 'react';
import * as texts from '#texts/ui';
import { Field, type FieldProps } from './field.tsx';
import { EyeIcon, EyeOffIcon } from './icons.tsx';
import { controlRecipe } from './theme/control.ts';

const Input = chakra('input', controlRecipe);

type PasswordFieldProps = FieldProps & Omit<ComponentProps<typeof Input>, 'id' | 'type' | 'children'>;

/** A password, hidden until the user asks to see it. */
export function PasswordField({ label, error, hint, optional = false, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint} optional={optional}>
      {(control) => (
        <chakra.div position="relative">
          <Input paddingEnd="12" {...input} type={shown ? 'text' : 'password'} {...control} />
          <chakra.button
            type="button"
            position="absolute"
            insetY="0"
            insetEnd="0"
            width={{ base: '11', lg: '10' }}
            display="grid"
            placeItems="center"
            borderRadius="md"
            color="fg.muted"
            cursor="pointer"
            _hover={{ color: 'fg' }}
            aria-label={shown ? texts.HIDE_CHARACTERS : texts.SHOW_CHARACTERS}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOffIcon size={16} aria-hidden /> : <EyeIcon size={16} aria-hidden />}
          </chakra.button>
        </chakra.div>
      )}
    </Field>
  );
}
