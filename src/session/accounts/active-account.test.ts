// @vitest-environment jsdom

import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountRow } from '#domain/rows';
import { resolveActiveAccount, useRememberedAccount } from './active-account.ts';

function account(id: string, createdAt: string): AccountRow {
  return {
    id,
    version: 0,
    createdAt,
    name: id,
    type: 'personal',
    description: null,
    accountNumber: null,
    kind: 'other',
    archived: false,
    position: null,
    ownerId: '00000000-0000-4000-8000-000000000001',
  };
}

const newer = account('newer', '2026-03-01T00:00:00.000Z');
const older = account('older', '2026-01-01T00:00:00.000Z');

describe('the active account', () => {
  beforeEach(() => localStorage.clear());

  it('is the remembered one while that exists', () => {
    expect(resolveActiveAccount([older, newer], 'newer')).toBe(newer);
  });

  it('is the oldest by creation when none is remembered', () => {
    expect(resolveActiveAccount([newer, older], null)).toBe(older);
  });

  it('is the oldest remaining one when the remembered one is gone', () => {
    expect(resolveActiveAccount([newer, older], 'deleted')).toBe(older);
  });

  it('is none while there are no accounts', () => {
    expect(resolveActiveAccount([], 'newer')).toBeNull();
  });

  it('is kept in local storage', () => {
    useRememberedAccount.getState().select('newer');
    expect(localStorage.getItem('carryover-active-account')).toBe('newer');
  });
});
