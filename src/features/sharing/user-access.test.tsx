// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptInvitation } from '#store/commands/sharing/invitation-accept';
import { sendInvitation } from '#store/commands/sharing/invitation-send';
import type { Database } from '#store/database/database';
import { ACCOUNT, accountRow, budgetRow, idOf, OTHER_ACCOUNT } from '#store/database/rows.fixture';
import { writeSyncState } from '#store/database/sync-state';
import { Device } from '#store/session/device';
import { writeKeepsMails } from '#store/session/kept-mails';
import { notAmong } from '#texts/ui';
import { chosen, offeredWith } from '../../../tests/support/choosing.ts';
import { opening } from '../../../tests/support/opening.ts';
import { ACTOR, ANNA, type Screen, showSignedIn, WhenSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { DemoSessionProvider } from '../../session/holder/session-provider.tsx';
import type { Preselected } from './invite-form.tsx';
import { invitedByBen, shareHousehold, shareTrip } from './sharing.fixture.ts';
import { useInvitationToasts } from './use-invitation-toasts.ts';
import { UserAccess } from './user-access.tsx';

let shown: Screen;
afterEach(() => shown.close());

function WithToasts({ preselected }: { preselected: Preselected }) {
  useInvitationToasts();
  return <UserAccess preselected={preselected} />;
}

/** Anna has two accounts and a budget. Ben has joined the first account and Cara is invited to it. */
async function household(db: Database) {
  await shareHousehold(db);
  await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, name: 'Office', createdAt: '2026-01-02T00:00:00.000Z' }));
  await db.budgets.put(budgetRow(30, { name: 'Eating' }));
}

async function open(prepare: (db: Database) => Promise<unknown> = household, preselected: Preselected = {}) {
  shown = await showSignedIn(<WithToasts preselected={preselected} />, prepare);
  await screen.findByRole('form', { name: 'Manage User Access' });
  // Until the possible targets are read, the form sends nothing.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send Invite' })).toHaveProperty('disabled', false));
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send Invite' }));
const select = (label: string) => screen.getByRole('combobox', { name: label });
const lists = { getByLabelText: select };
/** The pending invitations in the list, one in each line. */
async function pendingLines(count: number) {
  const list = await screen.findByRole('list', { name: 'Pending Invitations' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(count));
  return within(list).getAllByRole('listitem');
}
const decide = (state: 'applied' | 'rejected') => shown.db.outbox.toCollection().modify({ state });

describe('the invite form', () => {
  it('offers viewer, member and admin, and viewer at first', async () => {
    await open();
    expect([...select('Access Level').children].map((option) => option.textContent)).toEqual([
      'Viewer',
      'Member',
      'Admin',
    ]);
    expect(screen.getByLabelText('Access Level')).toHaveProperty('value', 'viewer');
  });

  it('asks for a valid e-mail and puts the focus there', async () => {
    await open();
    type('Email Address', 'nobody');
    send();
    expect(await screen.findByText('Valid email required')).toBeTruthy();
    // One in the toast and one at the field, which renders separately.
    await waitFor(() => expect(screen.getAllByText('Please enter a valid email address.')).toHaveLength(2));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email Address')));
    expect(await shown.db.outbox.count()).toBe(0);
  });

  it.each(['tom@', '@home', 'a b@c'])('refuses %s at the field, and keeps what was filled in', async (address) => {
    await open(household, { account: ACCOUNT });
    await waitFor(() => expect(chosen(lists, 'Account')).toBe('Household'));
    type('Email Address', address);
    type(/^Name/, 'Tom');
    fireEvent.change(select('Access Level'), { target: { value: 'admin' } });
    send();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email Address')));
    expect(screen.getByLabelText('Email Address')).toHaveProperty('value', address);
    expect(screen.getByLabelText('Email Address').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Tom');
    expect(select('Access Level')).toHaveProperty('value', 'admin');
    expect(await shown.db.outbox.count()).toBe(0);
  });

  it('asks for an account while none of several is chosen', async () => {
    await open();
    type('Email Address', 'dora@example.org');
    send();
    expect(await screen.findByText('Account selection required')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Please select an account to invite the user to.')).toHaveLength(2));
  });

  it('asks for a budget while none of several is chosen', async () => {
    await open(async (db) => {
      await household(db);
      await db.budgets.put(budgetRow(31, { name: 'Fun' }));
    });
    fireEvent.click(screen.getByRole('radio', { name: 'Budget' }));
    type('Email Address', 'dora@example.org');
    expect(await offeredWith(lists, 'Budget', 'Fun')).toEqual(['Eating', 'Fun']);
    expect(screen.getByPlaceholderText('Select a budget')).toBe(select('Budget'));
    send();
    expect(await screen.findByText('Budget selection required')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Please select a budget to invite the user to.')).toHaveLength(2));
  });

  it('invites to no account that is typed and not in the list', async () => {
    await open();
    type('Email Address', 'dora@example.org');
    fireEvent.change(select('Account'), { target: { value: 'Houses' } });
    send();
    expect(await screen.findByText(notAmong('Houses'))).toBeTruthy();
    fireEvent.change(select('Account'), { target: { value: 'household' } });
    send();
    await waitFor(async () => expect(await shown.db.outbox.count()).toBe(1));
  });

  it('tells when there are no budgets', async () => {
    await open(shareHousehold);
    fireEvent.click(screen.getByRole('radio', { name: 'Budget' }));
    await waitFor(() => expect(screen.getByPlaceholderText('No budgets available')).toBe(select('Budget')));
    expect(select('Budget')).toHaveProperty('disabled', true);
  });

  it('offers only what the user may invite others to', async () => {
    await open(async (db) => {
      await household(db);
      await shareTrip(db, 'member');
    });
    expect(await offeredWith(lists, 'Account', 'Office')).toEqual(['Household', 'Office']);
    expect(screen.getByPlaceholderText('Select an account')).toBe(select('Account'));
  });

  it('preselects the account in its address', async () => {
    await open(household, { account: OTHER_ACCOUNT });
    await waitFor(() => expect(chosen(lists, 'Account')).toBe('Office'));
  });

  it('preselects the budget in its address', async () => {
    await open(household, { budget: idOf(30) });
    await waitFor(() => expect(chosen(lists, 'Budget')).toBe('Eating'));
  });

  it('refuses a second invitation to the same account', async () => {
    await open(household, { account: ACCOUNT });
    await waitFor(() => expect(chosen(lists, 'Account')).toBe('Household'));
    type('Email Address', 'CARA@example.org');
    send();
    expect(await screen.findByText('Already invited')).toBeTruthy();
    // One in the toast and one at the field, which renders separately.
    const told = () => screen.getAllByText('This user already has a pending invitation to Household.');
    await waitFor(() => expect(told()).toHaveLength(2));
  });

  it('shows that it is sending until the verdict, and only then tells that the mail was sent', async () => {
    await open(household, { account: ACCOUNT });
    await waitFor(() => expect(chosen(lists, 'Account')).toBe('Household'));
    type('Email Address', 'Dora@example.org');
    send();
    expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveProperty('disabled', true);
    await pendingLines(2);
    expect(screen.queryByText('Invitation sent')).toBeNull();
    await decide('applied');
    expect(await screen.findByText('Invitation sent')).toBeTruthy();
    expect(screen.getByText('Invitation email sent to dora@example.org for Household.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Send Invite' })).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('Email Address')).toHaveProperty('value', ''));
  });

  it('tells without a connection that the invitation waits, with a clock at its line', async () => {
    await open(
      async (db) => {
        await household(db);
        await writeSyncState(db, { phase: 'offline' });
      },
      { account: ACCOUNT },
    );
    await waitFor(() => expect(chosen(lists, 'Account')).toBe('Household'));
    type('Email Address', 'dora@example.org');
    send();
    expect(await screen.findByText('Saved on this device')).toBeTruthy();
    expect(
      screen.getByText('The invitation to dora@example.org waits, and is sent as soon as the server takes it.'),
    ).toBeTruthy();
    const [line] = await pendingLines(2);
    expect(await within(line ?? document.body).findByRole('img', { name: 'Waiting to sync' })).toBeTruthy();
    await writeSyncState(shown.db, { phase: 'idle' });
    await decide('applied');
    expect(await screen.findByText('Invitation sent')).toBeTruthy();
  });

  it('does not tell that a refused invitation was sent', async () => {
    await open(household, { account: ACCOUNT });
    await waitFor(() => expect(chosen(lists, 'Account')).toBe('Household'));
    type('Email Address', 'dora@example.org');
    send();
    await screen.findByRole('button', { name: 'Sending...' });
    await decide('rejected');
    await screen.findByRole('button', { name: 'Send Invite' });
    expect(screen.queryByText('Invitation sent')).toBeNull();
  });
});

describe('pending invitations', () => {
  it('tell when there are none', async () => {
    await open(async (db) => db.accounts.put(accountRow()));
    expect(await screen.findByText('No pending invitations.')).toBeTruthy();
  });

  it('show e-mail, name, role, kind and name of the target', async () => {
    await open();
    const [line] = await pendingLines(1);
    expect(line?.textContent).toMatch(/^cara@example\.orgViewerAccount Household · until /);
  });

  it('are revoked at once, with a toast', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke invitation of cara@example.org' }));
    expect(await screen.findByText('Invitation removed')).toBeTruthy();
    expect(screen.getByText('The invitation has been revoked.')).toBeTruthy();
    expect(await screen.findByText('No pending invitations.')).toBeTruthy();
  });

  it('are sent again, and stay in the list meanwhile', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Resend invitation to cara@example.org' }));
    expect(await screen.findByRole('img', { name: 'Waiting to sync' })).toBeTruthy();
    await pendingLines(1);
    await decide('applied');
    expect(await screen.findByText('Invitation email sent to cara@example.org for Household.')).toBeTruthy();
  });
});

describe('without a mail server', () => {
  const LINK = `${location.origin}/auth?next=manageAccess`;
  const copied = vi.fn<(text: string) => Promise<void>>();

  beforeEach(async () => {
    Object.assign(navigator, { clipboard: { writeText: copied } });
    copied.mockReset().mockResolvedValue();
    const device = new Device();
    await writeKeepsMails(device, true);
    device.close();
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'clipboard'));

  it('offers the same link for everybody, without a secret and without an address', async () => {
    await open();
    expect(await screen.findByText(/^No mail leaves this machine/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link for cara@example.org' }));
    expect(await screen.findByText(/^The link alone opens nothing.* as cara@example\.org/)).toBeTruthy();
    expect(copied.mock.calls).toEqual([[LINK], [LINK]]);
  });

  it('shows the link as text when the browser does not copy', async () => {
    copied.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText(LINK)).toBeTruthy();
  });

  it('shows the code and the link of a pending invitation, and that other devices cannot open it', async () => {
    await open();
    const button = await screen.findByRole('button', { name: 'QR code for cara@example.org' });
    await opening(() => fireEvent.click(button));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invitation link' }));
    expect(dialog.getByText(LINK)).toBeTruthy();
    expect(dialog.getByText(/cara@example\.org/)).toBeTruthy();
    expect(dialog.getByText(/^This address opens on this machine only/)).toBeTruthy();
    // The code's first line begins with a corner mark: seven dark modules after the empty border of four.
    const path = dialog.getByRole('img', { name: 'QR code' }).querySelector('path')?.getAttribute('d');
    expect(path).toMatch(/^(M(4|5|6|7|8|9|10) 4h1v1h-1z){7}(?!M11 4)/);
  });

  it('tells of a sent invitation that its mail stays, and copies the link', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Resend invitation to cara@example.org' }));
    await screen.findByRole('img', { name: 'Waiting to sync' });
    await decide('applied');
    const told = await screen.findByText(
      /^Invitation email sent to cara@example\.org for Household\. But this server sends no mail/,
    );
    expect(told.textContent).toMatch(/find it under Settings, Manage Access\.$/);
    expect(screen.getByText(/Settings, Manage Access, after they log in with the address below/)).toBeTruthy();
    const toast = told.closest<HTMLElement>('[data-tone]') ?? document.body;
    fireEvent.click(within(toast).getByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(copied).toHaveBeenCalledWith(LINK));
  });
});

describe('with a mail server', () => {
  it('says that a mail goes out, and offers no link', async () => {
    await open();
    expect(screen.getByText(/^The invitation goes out by e-mail/)).toBeTruthy();
    await pendingLines(1);
    expect(screen.queryByRole('button', { name: /^(Copy link|QR code)/ })).toBeNull();
  });
});

describe('in the demo', () => {
  it('no toast tells of a mail, because none is sent', async () => {
    const connect = () => ({ wake() {}, stop() {} });
    shown = await showSignedIn(
      <DemoSessionProvider device={new Device()} user={ANNA} connect={connect}>
        <WhenSignedIn>
          <WithToasts preselected={{}} />
        </WhenSignedIn>
      </DemoSessionProvider>,
      async (db) => {
        await household(db);
        await db.invitations.put(invitedByBen());
      },
    );
    await screen.findByRole('form', { name: 'Manage User Access' });
    const toEve = { email: 'eve@example.org', target: 'account', targetId: ACCOUNT } as const;
    await sendInvitation(shown.db, ACTOR, toEve);
    await acceptInvitation(shown.db, ACTOR, invitedByBen());
    await waitFor(() => expect(screen.getByText(/^eve@example\.org/)).toBeTruthy());
    // A newer toast replaces one that only confirms.
    let told = false;
    const watch = new MutationObserver(() => {
      told ||= screen.queryByText('Invitation sent') !== null;
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await decide('applied');
    expect(await screen.findByText('Invitation accepted')).toBeTruthy();
    watch.disconnect();
    expect(told).toBe(false);
  });
});
