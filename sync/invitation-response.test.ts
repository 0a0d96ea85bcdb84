import { expect, it } from 'vitest';
import { invitationVerdict } from './invitation-response.ts';

const ID = '10000000-0000-4000-8000-000000000001';
const ACCOUNT = '00000000-0000-4000-8000-0000000000a1';
const sent = { invitation_id: ID, account_id: ACCOUNT, version: 7 };

it.each(['sent', 'already_sent'])('[S28a] an invitation that was %s is applied at its version', (status) => {
  expect(invitationVerdict('m', 200, { ...sent, status })).toEqual({
    id: 'm',
    status: 'applied',
    versions: { [ACCOUNT]: 7 },
  });
});

it('[S28b] an invitation whose mail could not go is not sent yet, and goes again', () => {
  expect(() => invitationVerdict('m', 200, { ...sent, status: 'sent', mail: 'failed' })).toThrow(
    expect.objectContaining({ reason: 'server', code: 'mail_failed' }),
  );
});

it('[S28a] a refusal is a verdict by its code, with a sentence for people', () => {
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
] as const)('[S28b] the code %s decides nothing about the invitation', (error, status, reason) => {
  expect(() => invitationVerdict('m', status, { error, message: '' })).toThrow(expect.objectContaining({ reason }));
});

it('[S5] a response that is not our server’s is no verdict', () => {
  expect(() => invitationVerdict('m', 200, '<html>')).toThrow(expect.objectContaining({ reason: 'malformed' }));
  expect(invitationVerdict('m', 502, null)).toBeNull();
  expect(invitationVerdict('m', 404, { error: 'something new' })).toBeNull();
});
