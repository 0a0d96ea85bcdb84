import { describe, expect, it } from 'vitest';
import { isPending } from './invitation-answers.ts';
import { checkInvitation, type KnownPeople } from './invitations.ts';
import { pendingInvitation } from './pending-invitation.ts';

const ACCOUNT = '00000000-0000-4000-8000-0000000000a1';
const BUDGET = '00000000-0000-4000-8000-0000000000b1';
const NOBODY: KnownPeople = { inviter: 'anna@example.org', members: [], invited: [] };

const check = (over: Partial<Parameters<typeof checkInvitation>[0]>, people = NOBODY) =>
  checkInvitation({ email: 'ben@example.org', target: 'account', targetId: ACCOUNT, ...over }, people);

describe('an invitation', () => {
  it('invites a viewer without a name, unless the form says otherwise', () => {
    const expected = { email: 'ben@example.org', name: '', role: 'viewer', target: 'account', targetId: ACCOUNT };
    expect(check({})).toEqual({ ok: true, fields: expected });
  });

  it('trims the e-mail and the name, and lower-cases the e-mail', () => {
    expect(check({ email: ' Ben@Example.ORG ', name: ' Ben  ' })).toMatchObject({
      ok: true,
      fields: { email: 'ben@example.org', name: 'Ben' },
    });
  });

  it.each([
    '',
    '   ',
    'ben',
    'ben.example.org',
    'ben@',
    '@home',
    'b n@home',
    'ben@home@work',
    'Ben <ben@example.org>',
    'ben@example.org, cara@example.org',
  ])('is refused for %j, which is no e-mail', (email) => {
    expect(check({ email })).toEqual({ ok: false, errors: { email: 'not_an_email' } });
  });

  it('is refused when the e-mail or the name is longer than the server keeps', () => {
    expect(check({ email: `${'b'.repeat(320)}@example.org`, name: 'n'.repeat(201) })).toEqual({
      ok: false,
      errors: { email: 'too_long', name: 'too_long' },
    });
  });

  it('is refused without a target', () => {
    expect(check({ targetId: '' })).toEqual({ ok: false, errors: { targetId: 'empty' } });
  });

  it.each<[string, KnownPeople]>([
    ['self', { ...NOBODY, inviter: 'Ben@example.org' }],
    ['already_member', { ...NOBODY, members: ['cara@example.org', 'BEN@example.org'] }],
    ['already_invited', { ...NOBODY, invited: ['ben@example.org'] }],
  ])('is refused as %s, in any case of letters', (reason, people) => {
    expect(check({ email: 'ben@EXAMPLE.org' }, people)).toEqual({ ok: false, errors: { email: reason } });
  });
});

describe('an invitation that was sent', () => {
  const draft = {
    id: BUDGET,
    email: 'ben@example.org',
    name: '',
    role: 'viewer',
    createdAt: '2026-03-10T12:00:00.000Z',
  };
  const sent = pendingInvitation(
    { ...draft, role: 'viewer', target: 'account', targetId: ACCOUNT },
    {
      id: ACCOUNT,
      version: 1,
      createdAt: draft.createdAt,
      name: 'Household',
      type: 'personal',
      description: null,
      accountNumber: null,
      kind: 'other',
      archived: false,
      position: null,
      ownerId: ACCOUNT,
    },
    { userId: ACCOUNT, userEmail: 'anna@example.org' },
  );

  it('names its target and is good for two weeks', () => {
    expect(sent).toMatchObject({ targetName: 'Household', expiresAt: '2026-03-24T12:00:00.000Z' });
    expect(sent).toMatchObject({ accountId: ACCOUNT, budgetId: null });
    expect(isPending(sent, new Date('2026-03-24T11:59:59.999Z'))).toBe(true);
    expect(isPending(sent, new Date('2026-03-24T12:00:00.000Z'))).toBe(false);
  });

  it('is pending until it is answered or revoked', () => {
    expect(isPending({ ...sent, status: 'declined' }, new Date('2026-03-11'))).toBe(false);
  });
});
