import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createContentPolicy } from '../../../supabase/embedded/http/content-policy.ts';
import { securityHeaders } from '../../../supabase/embedded/http/front-server.ts';

const backend = 'https://<ref>.supabase.co';

test('the guide gives a static host the headers of the embedded backend', async () => {
  const guide = await readFile(new URL('../../../docs/hosting.md', import.meta.url), 'utf8');
  const [, block = ''] = /```\n(\/\*\n[\s\S]*?)```/.exec(guide) ?? [];
  const told = Object.fromEntries(
    [...block.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const { 'content-security-policy': policy, ...others } = told;
  expect(others).toMatchObject(securityHeaders);

  const directives = (text: string) => text.split('; ').filter((directive) => !directive.startsWith('connect-src'));
  expect(directives(policy)).toEqual(directives(createContentPolicy(null)('money.example.org')));
  expect(policy).toContain(`connect-src 'self' ${backend} ${backend.replace('https', 'wss')};`);
});
