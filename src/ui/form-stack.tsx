import { chakra } from '@chakra-ui/react';

/** A form with its fields below each other. */
export const FormStack = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4', pt: '1' } });
