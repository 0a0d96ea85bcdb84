/** One thing that the app can show, and the ways to it that many of them share. */
import type { Step } from '../page/eyes.ts';
import { button, type Person } from '../page/person.ts';

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

export const fromMenu = (item: string) => presses(button(/^Account menu/), button(item));
