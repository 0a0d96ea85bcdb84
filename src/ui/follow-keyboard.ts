/**
 * Tells the style of the page how much of its lower edge a keyboard hides (`--keyboard`), until the returned function
 * is called. A page that is zoomed in has a smaller part in sight, and no keyboard.
 */
export function followKeyboard(): () => void {
  const viewport = window.visualViewport;
  const { style } = document.documentElement;
  const note = () => {
    const hidden = viewport && viewport.scale === 1 ? window.innerHeight - viewport.height - viewport.offsetTop : 0;
    style.setProperty('--keyboard', `${Math.max(0, Math.round(hidden))}px`);
  };
  note();
  viewport?.addEventListener('resize', note);
  // A page that is panned above a keyboard shows another part of it.
  viewport?.addEventListener('scroll', note);
  return () => {
    viewport?.removeEventListener('resize', note);
    viewport?.removeEventListener('scroll', note);
    style.removeProperty('--keyboard');
  };
}
