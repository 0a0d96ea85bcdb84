/**
 * What a person sees of a page, asked in the page itself and so alike in each engine. Elements are found by role, name
 * or text with Testing Library, and judged by their boxes and by what lies at their middle.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { BrowserWindow } from '../engines/engine.ts';

/** A whole text, or a regular expression in parts. */
export type Pattern = string | { source: string; flags: string };

/** One step of a search, inside what the step before has found. `isFirst`: only the first of those that match. */
export type Step = ({ role: string; name?: Pattern } | { label: Pattern } | { text: Pattern }) & { isFirst?: true };

export const Sight = v.object({
  /** How many elements match and can be seen. */
  count: v.number(),
  /** What the first of them shows and holds. */
  text: v.string(),
  value: v.string(),
  isFocused: v.boolean(),
  isChecked: v.boolean(),
});
export type Sight = v.InferOutput<typeof Sight>;

/** Where to press, or why nobody can. */
export const Aim = v.union([v.object({ x: v.number(), y: v.number() }), v.object({ reason: v.string() })]);
export type Aim = v.InferOutput<typeof Aim>;

export interface Eyes {
  see(steps: readonly Step[]): Sight;
  aim(steps: readonly Step[]): Promise<Aim>;
  /** What the press after `aim` met instead of its target, which then noticed nothing; null for the target itself. */
  miss(): string | null;
  /** Puts a value into a field, or chooses the option with this label, as a picker of the browser does. */
  put(steps: readonly Step[], value: string): void;
  /** Selects what a field holds, so that typing replaces it. */
  select(steps: readonly Step[]): void;
  /** Resolves when nothing has moved for some frames. A page that scrolls softly may start to move something else. */
  stand(): Promise<void>;
  /** Marks a file input as the chooser; says whether there is one. */
  mark(steps: readonly Step[]): boolean;
}

declare global {
  interface Window {
    TestingLibraryDom: Pick<
      typeof import('@testing-library/dom'),
      'queryAllByRole' | 'queryAllByLabelText' | 'queryAllByText'
    >;
    eyes: Eyes | undefined;
  }
}

/** Calls a function in the page. It sees nothing of the file that it stands in. */
export function inPage<Args extends readonly unknown[]>(
  page: BrowserWindow,
  code: (...args: Args) => unknown,
  ...args: Args
): Promise<unknown> {
  return page.evaluate(`(${code})(...${JSON.stringify(args)})`);
}

/** Asks the page's eyes. A new document has none, so they are opened first. */
export async function ask<Name extends keyof Eyes>(
  page: BrowserWindow,
  name: Name,
  ...args: Parameters<Eyes[Name]>
): Promise<unknown> {
  const question = `window.eyes ? window.eyes.${name}(...${JSON.stringify(args)}) : '${BLIND}'`;
  const answer = await page.evaluate(question);
  if (answer !== BLIND) return answer;
  // Its text ends with a comment.
  await page.evaluate(`(() => {${LIBRARY}\n})()`);
  await inPage(page, install);
  return page.evaluate(question);
}

/** No answer is this. */
const BLIND = 'blind';

const LIBRARY = readFileSync(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
);

/** Runs in the page. */
function install(): void {
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = window.TestingLibraryDom;
  const matcher = (pattern: Pattern) =>
    typeof pattern === 'string' ? pattern : new RegExp(pattern.source, pattern.flags);

  function search(scope: HTMLElement, step: Step): HTMLElement[] {
    if ('role' in step) {
      return queryAllByRole(scope, step.role, step.name === undefined ? {} : { name: matcher(step.name) });
    }
    if ('label' in step) return queryAllByLabelText(scope, matcher(step.label));
    return queryAllByText(scope, matcher(step.text));
  }

  function isSeen(element: HTMLElement): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  }

  function find(steps: readonly Step[]): HTMLElement[] {
    let scopes = [document.body];
    for (const step of steps) {
      const found = [...new Set(scopes.flatMap((scope) => search(scope, step)))].filter(isSeen);
      scopes = step.isFirst ? found.slice(0, 1) : found;
    }
    return scopes;
  }

  function one(steps: readonly Step[]): HTMLElement {
    const [element, ...others] = find(steps);
    if (!element || others.length > 0)
      throw new Error(`${others.length + (element ? 1 : 0)} of ${JSON.stringify(steps)}`);
    return element;
  }

  const field = (element: Element | undefined) =>
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
      ? element
      : null;

  /** Where the user is, and what they may choose. It tells why something is missing that should come. */
  const around = () => {
    const options = [...document.querySelectorAll<HTMLElement>('[role=option]')].map(({ innerText }) => innerText);
    return `the focus is on ${document.activeElement?.outerHTML.slice(0, 400)}, the options are [${options}]`;
  };

  /** An animation that has just begun has moved nothing yet. */
  const isCarried = (element: Element) =>
    document
      .getAnimations()
      .some(
        ({ effect, playState }) =>
          playState === 'running' && effect instanceof KeyframeEffect && effect.target?.contains(element),
      );

  /** What the next press is meant for, and what lies at its point. */
  let aimed: { target: Element; hit: Element } | null = null;
  let missed: string | null = null;

  // Something may move between the aim and the press, as on every page under load.
  for (const name of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
    const judge = (event: Event) => {
      if (aimed && event.target instanceof Element) {
        const isMet = aimed.target.contains(event.target) || event.target === aimed.hit;
        missed = isMet ? null : event.target.outerHTML.slice(0, 200);
        aimed = null;
      }
      if (missed === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener(name, judge, true);
  }

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  window.eyes = {
    see(steps) {
      const [first, ...others] = find(steps);
      return {
        count: first ? others.length + 1 : 0,
        text: (first?.innerText ?? '').replace(/\s+/g, ' ').trim(),
        value: field(first)?.value ?? '',
        isFocused: first !== undefined && first === document.activeElement,
        isChecked: first instanceof HTMLInputElement && first.checked,
      };
    },

    async aim(steps) {
      const found = find(steps);
      const [element] = found;
      if (!element || found.length > 1) return { reason: `${found.length} are there, ${around()}` };
      if (element.matches(':disabled')) return { reason: 'it is disabled' };
      // A choice is often drawn by its label alone.
      const target = (element instanceof HTMLInputElement && element.closest('label')) || element;
      target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      await frame();
      const before = target.getBoundingClientRect();
      await frame();
      const box = target.getBoundingClientRect();
      if (box.x !== before.x || box.y !== before.y || isCarried(target)) return { reason: 'it moves' };
      // Below, and not in the middle: a text of several lines may have nothing there.
      const [line = box] = target.getClientRects();
      const [x, y] = [line.x + line.width / 2, line.y + line.height / 2];
      const hit = document.elementFromPoint(x, y);
      if (!hit) return { reason: 'it is outside of the window' };
      if (!target.contains(hit) && !hit.contains(target))
        return { reason: `it is below ${hit.outerHTML.slice(0, 200)}` };
      aimed = { target, hit };
      return { x, y };
    },

    miss() {
      const met = missed;
      aimed = null;
      missed = null;
      return met;
    },

    put(steps, value) {
      const element = field(one(steps));
      if (!element) throw new Error('this is no field');
      const options = element instanceof HTMLSelectElement ? [...element.options] : null;
      const chosen = options?.find((option) => option.label.trim() === value || option.value === value);
      if (options && !chosen) throw new Error(`no option ${value}`);
      element.focus();
      // React has its own setter on the element.
      const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set;
      setter?.call(element, chosen?.value ?? value);
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
    },

    select(steps) {
      const element = one(steps);
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
    },

    async stand() {
      const FRAMES = 6;
      const PATIENCE_MS = 90_000;
      await document.fonts.ready;
      const end = performance.now() + PATIENCE_MS;
      let place = scrollY;
      for (let still = 0; still < FRAMES; ) {
        await frame();
        const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
        still = moving.length === 0 && scrollY === place ? still + 1 : 0;
        place = scrollY;
        if (performance.now() < end) continue;
        const targets = moving.map(
          ({ effect }) => (effect instanceof KeyframeEffect && effect.target?.outerHTML) || '',
        );
        throw new Error(`it still moves: ${targets.map((target) => target.slice(0, 200)).join(', ')}`);
      }
    },

    mark(steps) {
      for (const marked of document.querySelectorAll('[data-chooser]')) marked.removeAttribute('data-chooser');
      // It is often hidden below a button.
      let scopes = [document.body];
      for (const step of steps) scopes = scopes.flatMap((scope) => search(scope, step));
      scopes[0]?.setAttribute('data-chooser', '');
      return scopes.length === 1;
    },
  };
}
