import { expect, it } from 'vitest';
import { invitationVerdict } from './invitation-answer.ts';

const ID = '10000000-0000-4000-8000-000000000001';
const ACCOUNT = '00000000-0000-4000-8000-0000000000a1';
const sent = { invitation_id: ID, account_id: ACCOUNT, version: 7 };

it.each(['sent', 'already_sent'])('an invitation that was %s is applied at its version (S28)', (status) => {
  expect(invitationVerdict('m', 200, { ...sent, status })).toEqual({
    id: 'm',
    status: 'applied',
    versions: { [ACCOUNT]: 7 },
  });
});

it('an invitation whose mail could not go is not sent yet: the same one is asked for again (S28)', () => {
  expect(() => invitationVerdict('m', 200, { ...sent, status: 'sent', mail: 'failed' })).toThrow(
    expect.objectContaining({ reason: 'server', code: 'mail_failed' }),
  );
});

it('a refusal is a verdict by its code, with the sentence for people (S4, S28)', () => {
  expect(invitationVerdict('m', 409, { error: 'already_invited', message: 'Again?' })).toEqual({
    id: 'm',
    status: 'rejected',
    reason: 'already_invited',
    code: null,
    message: 'Again?',
  });
});

it.each([
  ['unauthorized', 401, 'unauthorized'],
  ['forbidden_user', 403, 'forbidden_user'],
  ['rate_limited', 429, 'retryable'],
] as const)('%s decides nothing about the invitation (S6, S28)', (error, status, reason) => {
  expect(() => invitationVerdict('m', status, { error, message: '' })).toThrow(expect.objectContaining({ reason }));
});

it('what is not ours is no verdict (S5, S28)', () => {
  expect(() => invitationVerdict('m', 200, '<html>')).toThrow(expect.objectContaining({ reason: 'malformed' }));
  expect(invitationVerdict('m', 502, null)).toBeNull();
  expect(invitationVerdict('m', 404, { error: 'something new' })).toBeNull();
});
