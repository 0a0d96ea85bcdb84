/** One thing that the app can show, and the ways to it that many of them share. */
import type { Step } from '../page/eyes.ts';
import { button, dialog, first, type Person, until } from '../page/person.ts';

export interface Scene {
  name: string;
  /** `{account}` stands for the person's account. Without a path, it goes on where the scene before has ended. */
  path?: string;
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

/**
 * Closes what the scenes before have opened, and goes on there. To open the app anew takes longer than most scenes, so
 * that is done where a scene has another address, or has changed what the page shows.
 */
export const afterClosing =
  (act: NonNullable<Scene['act']>): NonNullable<Scene['act']> =>
  async (person, isWide) => {
    const close = async () => {
      if ((await person.see(dialog())).count === 0) return true;
      await person.key('Escape');
      return false;
    };
    await until(close, () => 'not everything can be closed');
    await act(person, isWide);
  };

/** The first entry of a list. On a phone, each is one button. */
export const firstEntry = (isWide: boolean) => first(button(isWide ? /^Edit (?!Household)/ : /[-+]\$\d/));

export const showsEntries = (person: Person, isWide: boolean) => shows(firstEntry(isWide))(person);

export const fromMenu = (item: string) => presses(button(/^Account menu/), button(item));
