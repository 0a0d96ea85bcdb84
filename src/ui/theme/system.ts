import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { globalCss } from './global-css.ts';
import { tokens } from './tokens.ts';

/**
 * The theme. Chakra's own recipes and colours are left out on purpose: the product's components bring theirs, and the
 * first page stays small.
 */
export const system = createSystem(defaultBaseConfig, {
  preflight: true,
  globalCss,
  theme: {
    breakpoints: { sm: '30em', md: '48em', lg: '62em', xl: '80em' },
    tokens,
    keyframes: {
      pulse: { '50%': { opacity: 0.45 } },
      spin: { to: { rotate: '360deg' } },
      rise: { from: { opacity: 0, translate: '0 6px' } },
    },
  },
});
