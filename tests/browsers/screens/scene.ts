/** One thing that the app can show, and the ways to it that many of them share. */
import type { Step } from '../page/eyes.ts';
import { button, first, type Person } from '../page/person.ts';

export interface Scene {
  name: string;
  /** `{account}` stands for the person's account. */
  path: string;
  /** What a person presses to open it. */
  act?: (person: Person, isWide: boolean) => Promise<void>;
}

/** Presses these, one after the other. */
export const presses =
  (...targets: Step[]) =>
  async (person: Person) => {
    for (const target of targets) await person.press(target);
  };

/** Presses, and waits for what comes then. */
export const brings =
  (target: Step, ...shown: Step[]) =>
  async (person: Person) => {
    await person.press(target);
    await person.shows(...shown);
  };

/** Waits for what is loaded after the page. */
export const shows =
  (...shown: Step[]) =>
  async (person: Person) => {
    await person.shows(...shown);
  };

/** The first entry of a list. On a phone, each is one button. */
export const firstEntry = (isWide: boolean) => first(button(isWide ? /^Edit (?!Household)/ : /[-+]\$\d/));

export const showsEntries = (person: Person, isWide: boolean) => shows(firstEntry(isWide))(person);

export const fromMenu = (item: string) => presses(button(/^Account menu/), button(item));
