import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import './theme/font.css';
import { system } from './theme/system.ts';

/** Theme and page-wide rules for everything below. */
export function UiProvider({ children }: { children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
}
