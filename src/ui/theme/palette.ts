/**
 * Every colour of the product by its meaning: [light, dark]. `palette.test.ts` checks the contrast of each text colour
 * on its surfaces (WCAG AA). Pairs become CSS `light-dark()`, so the scheme follows `color-scheme` without a script.
 */
export const palette = {
  /** The page. */
  canvas: ['#f7f8f7', '#101413'],
  /** Cards, panels, fields. */
  surface: ['#ffffff', '#171c1a'],
  /** A less prominent surface: table heads, selected tabs, hovered rows. */
  sunken: ['#f0f3f1', '#1e2422'],
  /** The chosen one of several on a sunken track. */
  chosen: ['#ffffff', '#37403c'],
  /** Dialogs, menus and toasts that float above the page. */
  raised: ['#ffffff', '#1e2422'],
  /** The track of a switch in a dialog, which is lighter than a card in the dark. */
  track: ['#f0f3f1', '#121615'],
  line: ['#e4e8e6', '#29302d'],
  /** The edge of a control for typing: 3:1 against its surface. */
  'line.control': ['#8c9591', '#66716c'],
  fg: ['#171d1b', '#eceeed'],
  'fg.muted': ['#59635e', '#a2ada8'],
  /** The one accent: the pine of the mark. */
  accent: ['#0e5a4a', '#7fd3bb'],
  'accent.solid': ['#0e5a4a', '#4fb598'],
  'accent.solidHover': ['#0a473a', '#64c4a8'],
  'accent.onSolid': ['#ffffff', '#05201a'],
  'accent.soft': ['#e3efeb', '#1a302a'],
  /** Money in. */
  income: ['#15783b', '#6fd293'],
  'income.soft': ['#e6f3ea', '#18301f'],
  /** Money out, and a balance below zero: warm, never red. */
  expense: ['#a8470b', '#f0a36a'],
  'expense.soft': ['#fbeee3', '#35231a'],
  /** Refusals and errors. */
  danger: ['#b3261e', '#ff968c'],
  'danger.solid': ['#b3261e', '#c9382f'],
  'danger.solidHover': ['#961d16', '#b12f27'],
  'danger.onSolid': ['#ffffff', '#ffffff'],
  'danger.soft': ['#fcebe9', '#3a1e1b'],
  /** Something waits for the user. */
  warning: ['#8a5300', '#eabf6a'],
  'warning.soft': ['#fbf1dc', '#33291a'],
  /** Marks of categories: a sign on its soft ground. None is the green of income or the orange of a warning. */
  'mark.teal': ['#0b635c', '#7ad5c8'],
  'mark.tealSoft': ['#dcf0ec', '#16322e'],
  'mark.blue': ['#1d559c', '#93bff5'],
  'mark.blueSoft': ['#e2ecf9', '#1b2b41'],
  'mark.violet': ['#6340ad', '#c3abf5'],
  'mark.violetSoft': ['#ece6f9', '#2b2444'],
  'mark.rose': ['#9d2d62', '#f2a0c6'],
  'mark.roseSoft': ['#fae5ee', '#3a1f2d'],
  'mark.ochre': ['#7a4e00', '#e6bf72'],
  'mark.ochreSoft': ['#f7edd6', '#33291a'],
  'mark.olive': ['#4e5e0e', '#c0cf77'],
  'mark.oliveSoft': ['#edf1d8', '#282d18'],
  'mark.sky': ['#0a5f7c', '#7fcdea'],
  'mark.skySoft': ['#def0f7', '#162f3a'],
  'mark.slate': ['#47545f', '#b3c0cb'],
  'mark.slateSoft': ['#e8ecef', '#272f35'],
  scrim: ['#0f171459', '#00000099'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;
