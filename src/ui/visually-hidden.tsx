import { chakra } from '@chakra-ui/react';

/** Said, not shown. */
export const VisuallyHidden = chakra('span', { base: { srOnly: true } });
