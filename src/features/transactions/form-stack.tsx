import { chakra } from '@chakra-ui/react';

/** A form whose fields stand below each other. */
export const FormStack = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4', pt: '1' } });
