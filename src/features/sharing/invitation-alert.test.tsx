// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { acceptInvitation } from '#store/commands/sharing/invitation-accept';
import { idOf } from '#store/database/rows.fixture';
import { opening } from '../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { invitedByBen, shareTrip } from './sharing.fixture.ts';

afterEach(closeApp);

const INVITES = 'ben@example.org invites you to Trip.';
const seeInvitation = () => screen.getByRole('link', { name: 'See invitation' });

async function invited({ db }: OpenedApp) {
  await db.invitations.put(invitedByBen());
}

async function withAnAccount({ db, actor }: OpenedApp) {
  await createAccount(db, actor, { name: 'Household' });
}

async function invitedWithAnAccount(app: OpenedApp) {
  await invited(app);
  await withAnAccount(app);
}

describe('an invitation that waits for the user', () => {
  it('stands before the form of the first account, where it can be answered', async () => {
    const { db } = await openApp({ address: '/', arrange: invited });
    const form = await screen.findByRole('form', { name: 'Create your first account' });
    const accept = await screen.findByRole('button', { name: 'Accept Trip' });
    expect(accept.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(form.contains(document.activeElement)).toBe(false);
    await opening(() => fireEvent.click(accept));
    expect(await screen.findByText('Accepted. Access comes as soon as the server has it.')).toBeDefined();
    await shareTrip(db, 'member');
    expect((await screen.findByLabelText('Active account')).textContent).toBe('Trip');
  });

  it('is on the dashboard from its first render, and gone after the answer', async () => {
    const { db, actor } = await openApp({ address: '/', arrange: invitedWithAnAccount });
    await screen.findByLabelText('Active account');
    expect(screen.getByText(INVITES)).toBeDefined();
    expect(seeInvitation().getAttribute('href')).toBe('/settings?tab=manageAccess');
    await acceptInvitation(db, actor, invitedByBen());
    await waitFor(() => expect(screen.queryByText(INVITES)).toBeNull());
  });

  it('shows the number when there are several', async () => {
    const { db } = await openApp({ address: '/', arrange: invitedWithAnAccount });
    await screen.findByText(INVITES);
    await db.invitations.bulkPut([invitedByBen({ id: idOf(73) }), invitedByBen({ id: idOf(74) })]);
    expect(await screen.findByText('3 invitations wait for you.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'See invitations' })).toBeDefined();
    expect(screen.queryByText(INVITES)).toBeNull();
  });

  it.each([
    ['is to somebody else', { email: 'cara@example.org' }],
    ['was declined', { status: 'declined' }],
    ['has expired', { expiresAt: '2020-01-01T00:00:00.000Z' }],
  ] as const)('is not shown when it %s', async (_, over) => {
    await openApp({
      address: '/',
      arrange: async (app) => {
        await withAnAccount(app);
        await app.db.invitations.put(invitedByBen(over));
      },
    });
    await screen.findByLabelText('Active account');
    expect(screen.queryByText(/invites you/)).toBeNull();
    expect(screen.queryByRole('link', { name: /^See invitation/ })).toBeNull();
  });
});
