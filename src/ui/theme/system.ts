import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { globalCss } from './global-css.ts';
import { tokens } from './tokens.ts';

/**
 * The theme. Chakra's own recipes and colours are left out on purpose: the product's components have their own, and the
 * first page stays small.
 */
const theme = createSystem(defaultBaseConfig, {
  preflight: true,
  globalCss,
  theme: {
    breakpoints: { sm: '30em', md: '48em', lg: '62em', xl: '80em' },
    tokens,
    keyframes: {
      pulse: { '50%': { opacity: 0.45 } },
      spin: { to: { rotate: '360deg' } },
      rise: { from: { opacity: 0, translate: '0 6px' } },
      appear: { from: { opacity: 0 } },
    },
  },
});

/**
 * Makes a component's recipe only once, unless it is made of another component. Chakra asks for it at every render, and
 * making it takes longer than the rest of the render.
 */
export const system = { ...theme, cva: remembered(theme.cva) };

function remembered<Argument extends object, Result>(make: (of: Argument) => Result): (of: Argument) => Result {
  const made = new WeakMap<Argument, Result>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const result = make(of);
    made.set(of, result);
    return result;
  };
}
