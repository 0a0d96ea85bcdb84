import { defineGlobalStyles } from '@chakra-ui/react';

/** Rules of the whole page. Motion stops for users who asked for less of it. */
export const globalCss = defineGlobalStyles({
  html: {
    colorScheme: 'light dark',
    fontFamily: 'body',
    fontSize: '100%',
    lineHeight: 'normal',
    bg: 'canvas',
    color: 'fg',
    textRendering: 'optimizeLegibility',
    WebkitTapHighlightColor: 'transparent',
    overflowY: 'scroll',
  },
  'html[data-appearance=light]': { colorScheme: 'light' },
  'html[data-appearance=dark]': { colorScheme: 'dark' },
  body: { minHeight: '100dvh', fontSize: 'sm', overflowX: 'clip', fontFeatureSettings: "'cv05', 'ss03'" },
  '#root': { minHeight: '100dvh', display: 'flex', flexDirection: 'column' },
  ':focus-visible': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  'input[type=checkbox], input[type=radio]': { accentColor: 'accent.solid' },
  '::selection': { bg: 'accent.soft' },
  'h1, h2, h3': { fontWeight: 'semibold', letterSpacing: 'tight', lineHeight: 'tight', textWrap: 'balance' },
  'table, time, .tabular': { fontVariantNumeric: 'tabular-nums' },
  '*, *::before, *::after': { _motionReduce: { animation: 'none !important', transition: 'none !important' } },
});
