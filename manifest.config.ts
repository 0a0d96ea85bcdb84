import type { ManifestOptions } from 'vite-plugin-pwa';

const shortcutIcons = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }];

/**
 * What the system knows of the installed app. Its colours are those of the light scheme. The page's own `theme-color`
 * follows the scheme and overrides them. A share is a GET of the start page, and `src/routes/search.ts` reads its
 * query. The manifest's address has no query, because a browser would replace it.
 */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Carryover',
  short_name: 'Carryover',
  description: 'Complete financial management for individuals and businesses.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#f7f8f7',
  background_color: '#f7f8f7',
  categories: ['finance', 'productivity'],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    {
      src: '/install/dashboard-wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'What came in, what went out, and what is left',
    },
    {
      src: '/install/budgets-wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'Budgets with what is left of each',
    },
    {
      src: '/install/dashboard-narrow.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'An account at a glance',
    },
    {
      src: '/install/add-narrow.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'An entry in ten seconds, with or without a network',
    },
    {
      src: '/install/reports-narrow.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Where the money went',
    },
  ],
  shortcuts: [
    { name: 'Add expense', url: '/?add=expense', icons: shortcutIcons },
    { name: 'Add income', url: '/?add=income', icons: shortcutIcons },
  ],
  share_target: {
    action: '/',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { text: 'text' },
  },
};
