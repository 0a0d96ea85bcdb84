/**
 * Whether the page runs as an installed app. The mode `fullscreen` says nothing: a browser tab in full screen has it,
 * too, and our manifest does not ask for it.
 */
export function isInstalled(): boolean {
  const modes = ['standalone', 'minimal-ui', 'window-controls-overlay'];
  return matchMedia(modes.map((mode) => `(display-mode: ${mode})`).join(', ')).matches;
}
