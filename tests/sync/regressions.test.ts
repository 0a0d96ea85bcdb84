import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { live, REGRESSIONS } from './simulation/lives.ts';
import { History } from './simulation/step.ts';

const Kept = v.pipe(v.string(), v.parseJson(), History);

describe('a history that once went wrong ends well:', () => {
  const files = readdirSync(REGRESSIONS).map((name) => basename(name, '.json'));
  it.each(files)('%s', async (name) => {
    const history = v.parse(Kept, readFileSync(join(REGRESSIONS, `${name}.json`), 'utf8'));
    expect(history.steps.length).toBeGreaterThan(0);
    await live(history);
  });
});
