import { expect, type Locator, type Page } from '@playwright/test';

/** Somebody who presses with the pointer, and counts. One Tab at most leads to a field, and does not count. */
export class Hand {
  presses = 0;
  fields = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async press(target: Locator): Promise<void> {
    this.presses += 1;
    await target.click();
  }
  async type(field: Locator, text: string): Promise<void> {
    this.fields += 1;
    if (!(await isFocused(field))) await this.page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    await this.page.keyboard.type(text);
  }
  /** In a list of the system, which opens and closes by itself. */
  async select(field: Locator, label: string): Promise<void> {
    this.fields += 1;
    await field.selectOption({ label });
  }
  get counted() {
    return { presses: this.presses, fields: this.fields };
  }
}

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
