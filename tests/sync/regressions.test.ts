import { describe, expect, it } from 'vitest';
import { keptHistories, live } from './support/simulation/lives.ts';

describe('a history that once went wrong ends well:', () => {
  it.each(keptHistories())('$name', async ({ history }) => {
    expect(history.steps.length).toBeGreaterThan(0);
    await live(history);
  });
});
