/** A field with a list that one types into, for browser tests. */
import { expect, type Locator } from '@playwright/test';

/** Chooses what has this name in a field with a list that one types into. */
export async function chooseIn(field: Locator, name: string): Promise<void> {
  // The list is open even where this is chosen already, and typing it changes nothing.
  await field.click();
  await field.fill(name);
  await field.page().getByRole('option', { name, exact: true }).click();
  await expect(field).toHaveValue(name);
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await settled(field);
}

/** The field takes the focus up to two frames after its list closes. What is typed elsewhere before goes into it. */
async function settled(field: Locator): Promise<void> {
  await field.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** All that the list of such a field offers. */
export async function offeredIn(field: Locator): Promise<string[]> {
  await field.click();
  const options = field.page().getByRole('listbox', { name: 'Choices' }).getByRole('option');
  await expect(options.first()).toBeVisible();
  const names = await options.allInnerTexts();
  await field.press('Escape');
  return names;
}
