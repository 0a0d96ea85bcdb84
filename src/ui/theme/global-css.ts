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
    // The height of what stands at the lower edge: on phones and tablets the tab bar, or a keyboard over it, and
    // toasts. The page ends above it, and bars that stick to the lower edge stand on it.
    '--toasts': '0px',
    '--toasts-above': '0px',
    '--floor': {
      base: 'calc(max(env(safe-area-inset-bottom) + var(--tab-bar), var(--keyboard, 0px)) + var(--toasts))',
      lg: '0px',
    },
    '--tab-bar': '0px',
    scrollPaddingBottom: 'var(--floor)',
  },
  'html:has([data-tab-bar])': { '--tab-bar': 'calc(3.5rem + 1px)' },
  'html[data-appearance=light]': { colorScheme: 'light' },
  'html[data-appearance=dark]': { colorScheme: 'dark' },
  body: { minHeight: '100dvh', fontSize: 'sm', overflowX: 'clip', fontFeatureSettings: "'cv05', 'ss03'" },
  // The accounts stand beside everything else of the page.
  ':root:has([data-side-bar=open])': { '--side': { base: 'sizes.side', _print: '0px' } },
  '#root': { minHeight: '100dvh', display: 'flex', flexDirection: 'column', paddingInlineStart: 'var(--side, 0px)' },
  ':focus-visible': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  'input[type=checkbox], input[type=radio]': { accentColor: 'accent.solid' },
  '::selection': { bg: 'accent.soft' },
  'h1, h2, h3': { fontWeight: 'semibold', letterSpacing: 'tight', lineHeight: 'tight', textWrap: 'balance' },
  'table, time, .tabular': { fontVariantNumeric: 'tabular-nums' },
  '*, *::before, *::after': { _motionReduce: { animation: 'none !important', transition: 'none !important' } },
});
