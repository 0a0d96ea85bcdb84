import * as v from 'valibot';
import { expect, test } from 'vitest';
import { OneSpelling } from './email-spelling.ts';

test.each([
  ['ada@example.org', 'ada@example.org'],
  [' Ada@Example.ORG\t', 'ada@example.org'],
  ['ada+money@example.org', 'ada+money@example.org'],
  ['zoë@münchen.example', 'zoë@münchen.example'],
  ["o'hara@sub.example.org", "o'hara@sub.example.org"],
])('%j is spelled %j', (given, expected) => {
  expect(v.parse(OneSpelling, given)).toBe(expected);
});

test.each([
  ['an address with a name', 'x<victim@example.org>'],
  ['a name in quotation marks', '"x" <victim@example.org>'],
  ['a comment', 'victim(x)@example.org'],
  ['a comment in the domain', 'victim@(x)example.org'],
  ['two addresses', 'x@example.org,victim@example.org'],
  ['a quoted local part', '"victim"@example.org'],
  ['a group', 'x:victim@example.org;'],
  ['a space inside', 'vic tim@example.org'],
  ['a line end inside', 'victim@example.org\r\nbcc:x'],
  ['a second @', 'x@victim@example.org'],
  ['a dot at the end of the domain', 'victim@example.org.'],
  ['letters of full width', 'victim@ｅxample.org'],
  ['letters of full width before the @', 'ｖictim@example.org'],
  ['a soft hyphen', 'victim@ex\u00adample.org'],
  ['a space of no width', 'vic\u200btim@example.org'],
  ['an accent written apart', 'zoe\u0308@example.org'],
  ['a dot that name servers read as one', 'victim@example。org'],
  ['the other form of a domain with an accent', 'zoe@xn--mnchen-3ya.example'],
  ['more than the database keeps', `${'x'.repeat(250)}@example.org`],
  ['nothing', ''],
])('%s is refused', (_, given) => {
  expect(v.safeParse(OneSpelling, given).success).toBe(false);
});

test.each([null, 7, ['victim@example.org'], { toString: 'victim@example.org' }])('%j is no address', (given) => {
  expect(v.safeParse(OneSpelling, given).success).toBe(false);
});
