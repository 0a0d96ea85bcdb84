/**
 * Icons as images of style sheets. `url("lucide:pencil")` in a CSS file becomes that icon as a data URI, in black: a
 * mask takes its shape, and the rule gives the colour. An icon of a row then needs no element (decision 63).
 */
import type { LucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';

const ICON_URL = /url\("lucide:([a-z0-9-]+)"\)/g;

export const cssIcons: Plugin = {
  name: 'css-icons',
  // Before Vite looks for the files that a style sheet names.
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/, code: ICON_URL },
    async handler(code) {
      const names = new Set([...code.matchAll(ICON_URL)].map(([, name = '']) => name));
      const images = new Map(await Promise.all([...names].map(async (name) => [name, await imageOf(name)] as const)));
      return { code: code.replace(ICON_URL, (_url, name: string) => `url("${images.get(name)}")`), map: null };
    },
  },
};

/** The library has a module for each icon, and none fails quietly: a name that it does not know ends the build. */
async function imageOf(name: string): Promise<string> {
  const { default: Icon }: { default: LucideIcon } = await import(`lucide-react/icons/${name}`);
  const svg = renderToStaticMarkup(createElement(Icon, { color: 'black' }));
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[<>#%]/g, encodeURIComponent)}`;
}
