import { expect, test } from 'vitest';
import { describeUserAgent } from './user-agent.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Chrome', 'Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`],
  ['Edge', 'Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`],
  ['Firefox', 'Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['Safari', 'macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.1 Safari/605.1'],
  ['Safari', 'iOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1'],
  ['Chrome', 'iOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/131.0 Mobile/15E148 Safari/604.1'],
  [
    'Samsung Internet',
    'Android',
    `Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/27.0 Chrome/125.0 Safari/1`,
  ],
  ['Opera', 'ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0 Safari/537.36 OPR/116.0`],
])('names %s on %s', (browser, system, userAgent) => {
  expect(describeUserAgent(userAgent)).toEqual({ browser, system });
});

test('names nothing that it does not know', () => {
  expect(describeUserAgent('curl/8.5.0')).toEqual({ browser: null, system: null });
});
