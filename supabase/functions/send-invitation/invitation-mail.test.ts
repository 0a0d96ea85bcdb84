import { expect, test } from 'vitest';
import { type Invited, writeInvitation } from './invitation-mail.ts';

const invited: Invited = {
  to: 'eve@example.org',
  name: 'Eve',
  invitedBy: 'ada@example.org',
  role: 'member',
  target: 'account',
  targetName: 'Household',
  expiresAt: '2026-12-05T23:30:00.000Z',
};
const siteUrl = 'https://money.example.org';

test('says who invites, to what, with which rights, how to answer and until when', () => {
  const mail = writeInvitation(invited, siteUrl);
  expect(mail.to).toBe('eve@example.org');
  expect(mail.subject).toBe('ada@example.org invites you to the account “Household”');
  expect(mail.text).toBe(
    [
      'Hello Eve,',
      'ada@example.org invites you to the account “Household” on Carryover. ' +
        'As a member you can read everything in it and add transactions.',
      'Log in or sign up with this address (eve@example.org), then accept or decline under Settings, Manage Access.',
      'Open the invitation: https://money.example.org/auth?next=manageAccess',
      'The invitation is good until December 5, 2026. If you do not know who sent it, you can ignore this e-mail.',
    ].join('\n\n'),
  );
});

test('greets somebody without a name, too', () => {
  expect(writeInvitation({ ...invited, name: ' ' }, siteUrl).text).toMatch(/^Hello,\n/);
});

test.each(['https://money.example.org', 'https://money.example.org/'])('links to the app at %s', (address) => {
  const { html } = writeInvitation(invited, address);
  expect(html).toContain('<a href="https://money.example.org/auth?next=manageAccess">');
});

test('shows names as they are and never as HTML', () => {
  const name = `<img src=x onerror="alert('1')"> & Co`;
  const { html } = writeInvitation({ ...invited, name, targetName: name, invitedBy: '<b>@example.org' }, siteUrl);
  expect(html).not.toMatch(/<img|<b>/);
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co');
  expect(html.match(/<a /g)).toHaveLength(1);
});

test.each([
  ['a line end and a header', 'Home\r\nBcc: gus@example.org', 'Home Bcc: gus@example.org'],
  ['a null character', 'Ho\u0000me', 'Ho me'],
  ['Unicode line ends', 'Ho\u2028me\u2029', 'Ho me'],
  ['marks that turn the direction of the text', 'Home\u202Egro.elpmaxe', 'Home gro.elpmaxe'],
])('puts %s in a name on one line', (_, targetName, expected) => {
  const { subject, text } = writeInvitation({ ...invited, targetName, name: targetName }, siteUrl);
  expect(subject).toBe(`ada@example.org invites you to the account “${expected}”`);
  expect(text).toContain(`Hello ${expected},\n`);
});

test('shortens a long name to 80 characters, without cutting one in two', () => {
  const { subject } = writeInvitation({ ...invited, targetName: '😀'.repeat(200) }, siteUrl);
  const shown = /“(.*)”/u.exec(subject)?.[1] ?? '';
  expect([...shown]).toHaveLength(80);
  expect(shown).toBe(`${'😀'.repeat(79)}…`);
});

test.each([
  ['viewer', 'account', 'As a viewer you can read and export everything in it.'],
  ['admin', 'account', 'As an admin you can add and change everything in it and invite others.'],
  ['viewer', 'budget', 'As a viewer you can read what it covers and contribute income.'],
  ['admin', 'budget', 'As an admin you can contribute income and expenses, change it and invite others.'],
] as const)('tells a %s of an %s what the role allows', (role, target, sentence) => {
  expect(writeInvitation({ ...invited, role, target }, siteUrl).text).toContain(sentence);
});
