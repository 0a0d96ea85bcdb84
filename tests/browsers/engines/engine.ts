/** What our browser tests ask of an engine. Everything that a person does is made of these few things. */

export const KEYS = ['Enter', 'Escape', 'Tab', 'Backspace', 'ArrowDown'] as const;
export type Key = (typeof KEYS)[number];

/** A file input that the page has marked with this attribute. */
export const CHOOSER = 'input[data-chooser]';

/** One window of a browser that keeps its data until it is closed. */
export interface BrowserWindow {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The address of the page that is shown now, as the browser knows it. No page is asked. */
  address(): Promise<string>;
  /** Evaluates an expression in the page, and waits for it if it is a promise. The result travels as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Moves the pointer there and presses. In CSS pixels of the viewport. */
  click(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Presses a letter while Control is held. */
  withControl(letter: 'z' | 'y'): Promise<void>;
  /** Chooses files in the file input `CHOOSER`, as its dialog does. */
  attach(files: readonly string[]): Promise<void>;
  /** The size of the viewport, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** A picture of the viewport, as PNG. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Engine {
  name: 'chromium' | 'firefox' | 'webkit';
  /** The browser and its version. */
  version: string;
  /** Opens a new device. Its profile and what it downloads are in this folder, downloads in `downloads`. */
  open(folder: string): Promise<BrowserWindow>;
}

/** The surroundings of every browser: people in Berlin who use English. */
export const SURROUNDINGS = { TZ: 'Europe/Berlin', LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' };
