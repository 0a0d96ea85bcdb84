/**
 * In the build (unused-parts.config.ts), this replaces Chakra's list of all CSS properties, 7 kB of names. The browser
 * knows them itself.
 */
const known = document.documentElement.style;

/** Whether a component's prop is a style: a CSS property, a variable or a selector. */
export const isCssProperty = (prop: string): boolean => prop in known || prop.startsWith('--') || /[&@]/.test(prop);
