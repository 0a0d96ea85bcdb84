/** Calls a function of a benchmark page, in a fresh profile on disk. */
import * as v from 'valibot';
import { openProfile } from '../../support/chromium.ts';

/** `address` is the page's. Returns the parsed result of the function's promise. */
export async function callPage<T>(
  address: string,
  profile: string,
  call: { name: string; args: readonly unknown[] },
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const context = await openProfile(profile);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(address);
    await page.waitForFunction(`typeof ${call.name} === 'function'`);
    return v.parse(schema, await page.evaluate(`${call.name}(...${JSON.stringify(call.args)})`));
  } finally {
    await context.close();
  }
}
