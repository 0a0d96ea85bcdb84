/**
 * What is wrong with what a page shows, in words: boxes that are empty, texts and controls that are cut off, and
 * controls that lie over each other. It looks at the topmost dialog or menu, or else at the whole page.
 */
import * as v from 'valibot';
import { inPage } from '../page/eyes.ts';
import type { Person } from '../page/person.ts';

export async function faultsOf(person: Person): Promise<string[]> {
  return v.parse(v.array(v.string()), await inPage(person.window, audit));
}

/** Runs in the page. */
function audit(): string[] {
  const CONTROLS = 'a[href], button, input:not([type=file]), select, textarea, summary, [role=option], [role=menuitem]';
  /** Rounding of positions, in pixels. */
  const NEAR = 1.5;
  /** Nobody hits a control that is smaller. */
  const SMALLEST = 10;

  type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number };

  /** With what is asked of each pair of them, so that long lists are judged fast. */
  type Control = { element: Element; box: Box; shown: Omit<Box, 'width' | 'height'>; isFloating: boolean };

  /** What lies on top of the page; toasts are beside it. */
  function topmost(): HTMLElement {
    const open = document.querySelectorAll<HTMLElement>('dialog[open], [popover]:popover-open');
    const layers = [...open].filter((one) => one.querySelector(':scope > [aria-live]') === null);
    return layers.at(-1) ?? document.body;
  }

  const scope = topmost();

  const short = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 50);

  function nameOf(element: Element): string {
    const said = element.getAttribute('aria-label') || element.textContent || element.getAttribute('name');
    return `${element.tagName.toLowerCase()} “${short(said)}”`;
  }

  /** Nothing around them clips these. */
  const isLayer = (element: Element) => element.matches('dialog[open], :popover-open');

  /** The element and what it is in, up to the scope or its own layer. */
  function* chain(element: Element): Generator<Element> {
    for (let one: Element | null = element; one; one = one === scope || isLayer(one) ? null : one.parentElement)
      yield one;
  }

  const someInChain = (element: Element, is: (style: CSSStyleDeclaration) => boolean) =>
    [...chain(element)].some((one) => is(getComputedStyle(one)));

  /** For screen readers alone. */
  const isForEars = (element: Element) =>
    someInChain(
      element,
      ({ clip, clipPath, position }) =>
        position === 'absolute' && (clip.startsWith('rect(0') || clipPath.startsWith('inset(50%')),
    );

  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]') && !isForEars(element);

  /** A calendar is opened by a button beside its input, which nobody sees. */
  const isReachable = (element: Element) => getComputedStyle(element).pointerEvents !== 'none';

  const isFloating = (element: Element) => someInChain(element, ({ position }) => /fixed|sticky/.test(position));

  const endsInDots = (element: Element) =>
    someInChain(element, (style) => style.textOverflow === 'ellipsis' || !/^(none|)$/.test(style.webkitLineClamp));

  /** A choice or a check box may be drawn by its label. */
  function boxOf(element: Element): Box {
    const isDrawnByLabel = element instanceof HTMLInputElement && getComputedStyle(element).opacity === '0';
    return ((isDrawnByLabel && element.closest('label')) || element).getBoundingClientRect();
  }

  /** What the elements that clip let show of a box, and in which directions one can scroll to the rest. */
  function clipped(box: Box, clippers: readonly Element[]) {
    const shown = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
    let [across, down] = [false, false];
    for (const one of clippers) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const edge = one.getBoundingClientRect();
      if (overflowX !== 'visible') {
        across ||= /auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth + NEAR;
        shown.left = Math.max(shown.left, edge.left);
        shown.right = Math.min(shown.right, edge.right);
      }
      if (overflowY !== 'visible') {
        down ||= /auto|scroll/.test(overflowY);
        shown.top = Math.max(shown.top, edge.top);
        shown.bottom = Math.min(shown.bottom, edge.bottom);
      }
    }
    return { shown, across, down };
  }

  /** The body does not count: the window is its edge. */
  const around = (element: Element) => [...chain(element)].slice(1).filter((one) => one !== document.body);

  function isCutAcross(box: Box, clippers: readonly Element[]): boolean {
    const { shown, across } = clipped(box, clippers);
    const isOutside = box.left < -NEAR || box.right > innerWidth + NEAR;
    return !across && (isOutside || shown.left > box.left + NEAR || shown.right < box.right - NEAR);
  }

  function isCutDown(box: Box, clippers: readonly Element[]): boolean {
    const { shown, down } = clipped(box, clippers);
    return !down && (shown.top > box.top + NEAR || shown.bottom < box.bottom - NEAR);
  }

  function faultsOfPage(): string[] {
    return document.documentElement.scrollWidth > innerWidth + NEAR ? ['the page scrolls sideways'] : [];
  }

  function faultsOfLayer(): string[] {
    const faults: string[] = [];
    const { width, height, left, right, top, bottom } = scope.getBoundingClientRect();
    if (width < 120 || height < 60) faults.push(`${nameOf(scope)} is ${width} × ${height}`);
    if (left < -NEAR || right > innerWidth + NEAR) faults.push(`${nameOf(scope)} is wider than the window`);
    if (top < -NEAR || bottom > innerHeight + NEAR) faults.push(`${nameOf(scope)} is higher than the window`);
    if (scope.matches('dialog') && !scope.contains(document.activeElement))
      faults.push(`${nameOf(scope)} has no focus`);
    return faults;
  }

  function faultsOfControl(element: Element, box: Box): string[] {
    if (box.width < SMALLEST || box.height < SMALLEST) return [`${nameOf(element)} is ${box.width} × ${box.height}`];
    if (isCutAcross(box, around(element))) return [`${nameOf(element)} is cut off at the side`];
    if (isCutDown(box, around(element))) return [`${nameOf(element)} is cut off`];
    return [];
  }

  /** A button may stand in the space that a field leaves for it. */
  function standsIn(button: Control, field: Control): boolean {
    if (!(field.element instanceof HTMLInputElement) || !(button.element instanceof HTMLButtonElement)) return false;
    const space = Number.parseFloat(getComputedStyle(field.element).paddingRight);
    // A finger gets some pixels more.
    return button.box.right <= field.box.right + NEAR && button.box.left >= field.box.right - space - SMALLEST;
  }

  function lieOverEachOther(one: Control, other: Control): boolean {
    // The page scrolls below what floats over it.
    if (one.isFloating !== other.isFloating) return false;
    const across = Math.min(one.shown.right, other.shown.right) - Math.max(one.shown.left, other.shown.left);
    const down = Math.min(one.shown.bottom, other.shown.bottom) - Math.max(one.shown.top, other.shown.top);
    if (across <= NEAR || down <= NEAR) return false;
    if (one.element.contains(other.element) || other.element.contains(one.element)) return false;
    return !standsIn(one, other) && !standsIn(other, one);
  }

  function faultsOfText(text: Node, element: Element): string[] {
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || endsInDots(element)) return [];
    const clippers = [element, ...around(element)];
    if (isCutAcross(box, clippers)) return [`the text “${short(text.textContent)}” is cut off`];
    const control = element.closest('button, label');
    const edge = control?.getBoundingClientRect();
    if (edge && (box.right > edge.right + NEAR || box.left < edge.left - NEAR))
      return [`the text “${short(text.textContent)}” stands out of its control`];
    return [];
  }

  const controls = [...scope.querySelectorAll(CONTROLS)]
    .filter((element) => isShown(element) && isReachable(element))
    .map((element): Control => {
      const box = boxOf(element);
      return { element, box, shown: clipped(box, around(element)).shown, isFloating: isFloating(element) };
    });
  const covered = controls.flatMap((one, at) =>
    controls
      .slice(at + 1)
      .filter((other) => lieOverEachOther(one, other))
      .map((other) => `${nameOf(one.element)} and ${nameOf(other.element)} lie over each other`),
  );
  const texts: string[] = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    const element = text.parentElement;
    if (!element || !text.textContent?.trim() || element.closest('option, script, style, noscript, svg')) continue;
    if (isShown(element)) texts.push(...faultsOfText(text, element));
  }
  return [
    ...new Set([
      ...(scope === document.body ? faultsOfPage() : faultsOfLayer()),
      ...controls.flatMap(({ element, box }) => faultsOfControl(element, box)),
      ...covered,
      ...texts,
    ]),
  ];
}
