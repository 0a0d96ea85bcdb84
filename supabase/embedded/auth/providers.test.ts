import { expect, test } from 'vitest';
import { externalProviders, readProviders } from './providers.ts';

test('a provider is on when its id and its secret are both set', () => {
  const environment = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret', GOOGLE_CLIENT_ID: 'id' };
  expect(externalProviders(readProviders(environment))).toEqual({
    github: { enabled: true, client_id: 'id', secret: 'secret', url: undefined },
  });
});

test('third-party sign-in is off when no provider is set', () => {
  expect(externalProviders(readProviders({}))).toEqual({});
});
