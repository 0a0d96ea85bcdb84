import { expect, test } from 'vitest';
import { externalProviders, readProviders } from './providers.ts';

test('a provider is on when both halves of its application are named', () => {
  const environment = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret', GOOGLE_CLIENT_ID: 'id' };
  expect(externalProviders(readProviders(environment))).toEqual({
    github: { enabled: true, client_id: 'id', secret: 'secret', url: undefined },
  });
});

test('without any, third-party sign-in is off', () => {
  expect(externalProviders(readProviders({}))).toEqual({});
});
