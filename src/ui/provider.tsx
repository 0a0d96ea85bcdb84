import { ChakraProvider } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { keepCompositionKeys } from './composition.ts';
import { followKeyboard } from './follow-keyboard.ts';
import './theme/font.css';
import { system } from './theme/system.ts';

/** Theme and page-wide rules for everything below. */
export function UiProvider({ children }: { children: ReactNode }) {
  useLayoutEffect(keepCompositionKeys, []);
  useLayoutEffect(followKeyboard, []);
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
}
