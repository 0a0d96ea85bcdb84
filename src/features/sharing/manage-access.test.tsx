// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Target } from '#domain/rows';
import type { Database } from '#store/database/database';
import { ACCOUNT, accountRow, budgetRow, categoryRow, idOf, membershipRow } from '#store/database/rows.fixture';
import { writeSyncState } from '#store/database/sync-state';
import { type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { ManageAccess } from './manage-access.tsx';
import { invitedByBen, shareHousehold, shareTrip, TRIP } from './sharing.fixture.ts';
import { useInvitationToasts } from './use-invitation-toasts.ts';

let shown: Screen;
afterEach(() => shown.close());

function WithToasts({ first }: { first: Target }) {
  useInvitationToasts();
  return <ManageAccess first={first} />;
}

async function open(prepare: (db: Database) => Promise<unknown>, first: Target = 'account') {
  shown = await showSignedIn(<WithToasts first={first} />, prepare);
  await screen.findByRole('heading', { name: 'User Access Management' });
}

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
async function invitedUsersOf(name: string) {
  const list = await screen.findByRole('list', { name: `Invited users of ${name}` });
  return within(list).getAllByRole('listitem');
}

describe('tell when there are none', () => {
  it('say so while there are none', async () => {
    await open(async () => {});
    expect(await screen.findByText('No pending invitations.')).toBeTruthy();
  });

  it('show the target, the role and the sender', async () => {
    await open(async (db) => db.invitations.put(invitedByBen({ role: 'admin' })));
    const [line] = within(await screen.findByRole('list', { name: 'Pending Invitations' })).getAllByRole('listitem');
    expect(line?.textContent).toMatch(/^TripAdminAccount · Invited by ben@example\.org/);
  });

  it('are accepted with access as soon as the server has it, and show a clock until then', async () => {
    await open(async (db) => db.invitations.put(invitedByBen()));
    await click('Accept Trip');
    expect(await screen.findByRole('img', { name: 'Waiting to sync' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept Trip' })).toBeNull());
    expect(screen.queryByText('Invitation accepted')).toBeNull();
    await shown.db.outbox.clear();
    expect(await screen.findByText('Invitation accepted')).toBeTruthy();
    expect(screen.getByText('You now have access to Trip.')).toBeTruthy();
    expect(await screen.findByText('No pending invitations.')).toBeTruthy();
  });

  it('that are accepted without a connection show that they wait', async () => {
    await open(async (db) => {
      await db.invitations.put(invitedByBen());
      await writeSyncState(db, { phase: 'offline' });
    });
    await click('Accept Trip');
    const waits = 'The invitation to Trip is accepted as soon as the server has it.';
    expect(await screen.findByText(waits)).toBeTruthy();
  });

  it('are declined at once', async () => {
    await open(async (db) => db.invitations.put(invitedByBen()));
    await click('Decline Trip');
    expect(await screen.findByText('Invitation declined')).toBeTruthy();
    expect(screen.getByText('You declined access to Trip.')).toBeTruthy();
    expect(await screen.findByText('No pending invitations.')).toBeTruthy();
  });
});

describe('the accounts', () => {
  it('are listed with their type and their invited users', async () => {
    await open(shareHousehold);
    expect((await screen.findByRole('heading', { name: /^Household/ })).textContent).toBe('HouseholdOwner');
    expect(screen.getByText('Personal')).toBeTruthy();
    const [, ben, cara] = await invitedUsersOf('Household');
    expect(ben?.textContent).toMatch(/^ben@example\.orgBen.*Joined$/);
    expect(cara?.textContent).toBe('cara@example.orgViewerPending');
  });

  it('tell when nobody is invited', async () => {
    await open(async (db) => db.accounts.put(accountRow()));
    expect(await screen.findByText('No invited users')).toBeTruthy();
  });

  it('let their owner change the role of a member', async () => {
    await open(shareHousehold);
    const select = await screen.findByRole('combobox', { name: 'Access level of ben@example.org' });
    fireEvent.change(select, { target: { value: 'admin' } });
    expect(await screen.findByText('Access level changed')).toBeTruthy();
    expect(await shown.db.memberships.get(idOf(1))).toMatchObject({ role: 'admin' });
    expect(await screen.findByRole('img', { name: 'Waiting to sync' })).toBeTruthy();
  });

  it('let their owner remove a member after a question', async () => {
    await open(shareHousehold);
    await click('Remove ben@example.org');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove ben@example.org?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('ben@example.org no longer has access to Household.')).toBeTruthy();
    await waitFor(async () => expect(await invitedUsersOf('Household')).toHaveLength(2));
  });

  it.each(['viewer', 'member'] as const)('offer a %s only to leave', async (role) => {
    await open(async (db) => {
      await shareTrip(db, role);
      await db.memberships.put(membershipRow(73, { accountId: TRIP, email: 'cy@example.org', userId: idOf(902) }));
    });
    expect(await screen.findByRole('button', { name: 'Leave Trip' })).toBeTruthy();
    await waitFor(async () => expect(await invitedUsersOf('Trip')).toHaveLength(3));
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Invite Users/ })).toBeNull();
  });

  it('let an admin manage others, but not themselves', async () => {
    await open(async (db) => {
      await shareTrip(db, 'admin');
      await db.memberships.put(membershipRow(73, { accountId: TRIP, email: 'cy@example.org', userId: idOf(902) }));
    });
    await waitFor(async () => expect(await invitedUsersOf('Trip')).toHaveLength(3));
    expect(screen.getAllByRole('combobox').map((select) => select.getAttribute('aria-label'))).toEqual([
      'Access level of cy@example.org',
    ]);
    expect(screen.getByRole('button', { name: 'Leave Trip' })).toBeTruthy();
  });

  it('show a member the owner first, whom not even an admin changes or removes', async () => {
    await open(async (db) => shareTrip(db, 'admin'));
    const [ben, anna] = await invitedUsersOf('Trip');
    expect(ben?.textContent).toBe('ben@example.orgOwner');
    expect(anna?.textContent).toBe('anna@example.org(you)AdminJoined');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('show the owner as themselves, also before a server has said their address', async () => {
    await open(shareHousehold);
    const [anna] = await invitedUsersOf('Household');
    expect(anna?.textContent).toBe('anna@example.org(you)Owner');
  });

  it('leave out an owner whose address an older server does not tell', async () => {
    await open(async (db) => {
      await shareTrip(db, 'viewer');
      await db.accounts.update(TRIP, { ownerEmail: undefined });
    });
    expect(await invitedUsersOf('Trip')).toHaveLength(1);
  });

  it('are left after a question, and disappear at once', async () => {
    await open(async (db) => shareTrip(db, 'member'));
    await click('Leave Trip');
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave Trip?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Left successfully')).toBeTruthy();
    expect(screen.getByText('You have left Trip.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('heading', { name: /^Trip/ })).toBeNull());
  });

  it('cannot be left by their owner', async () => {
    await open(shareHousehold);
    await invitedUsersOf('Household');
    expect(screen.queryByRole('button', { name: /^Leave/ })).toBeNull();
  });
});

describe('the budgets', () => {
  it('are listed with their shortened id, amount and category', async () => {
    await open(async (db) => {
      await db.accounts.put(accountRow({ name: 'Household' }));
      await db.categories.put(categoryRow(20));
      const id = 'a1b2c3d4-0000-4000-8000-00000000000f';
      await db.budgets.put(budgetRow(30, { id, name: 'Eating', amount: 45_000, categoryId: idOf(20) }));
      await db.memberships.put(membershipRow(1, { target: 'budget', budgetId: id, accountId: ACCOUNT }));
    }, 'budget');
    const heading = await screen.findByRole('heading', { name: /^Eating/ });
    expect(heading.nextElementSibling?.textContent).toBe('A1B2C3F · Budget/Goal $450.00 · Food');
    expect(await invitedUsersOf('Eating')).toHaveLength(1);
  });

  it('tell when there are none', async () => {
    await open(shareHousehold);
    fireEvent.click(await screen.findByRole('tab', { name: 'Budgets' }));
    expect(await screen.findByText('No budgets found.')).toBeTruthy();
  });
});
