import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthService, installAuthService } from './auth-service.fixture.ts';
import { readJson } from './read-json.ts';

const Config = v.object({ supabaseUrl: v.string() });
const read = () => readJson('https://carryover.example/config.json', Config, {});

let service: AuthService;

beforeEach(() => {
  service = installAuthService();
});

afterEach(() => service.uninstall());

test('reads a document of the right shape', async () => {
  service.answer('/config.json', 200, { supabaseUrl: 'https://carryover.example' });
  expect(await read()).toEqual({ supabaseUrl: 'https://carryover.example' });
});

test('tells a missing response from one that makes no sense', async () => {
  service.answer('/config.json', 500, '<h1>Internal Server Error</h1>');
  await expect(read()).rejects.toMatchObject({ reason: 'server' });
  service.answer('/config.json', 200, { hello: 'world' });
  await expect(read()).rejects.toMatchObject({ reason: 'server' });
  service.disconnect();
  await expect(read()).rejects.toMatchObject({ reason: 'unreachable' });
});
