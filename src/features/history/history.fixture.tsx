/** A screen of Anna's that asks the server for the past of rows; the test says what the server answers. */
import type { ReactNode } from 'react';
import type { HistoryEvent } from '#domain/transactions/history';
import type { Database } from '#store/database/database';
import { ACCOUNT, idOf } from '#store/database/rows.fixture';
import { Device } from '#store/session/device';
import { SESSION_KEY, sessionStorage } from '#store/session/session-storage';
import { ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { AuthProvider } from '../auth/auth.tsx';
import { Auth } from '../auth/auth-client.ts';
import { type AuthService, installAuthService } from '../auth/auth-service.fixture.ts';

export const HISTORY_CALL = '/rest/v1/rpc/transaction_history';
export const ACTIVITY_CALL = '/rest/v1/rpc/account_activity';

export interface HistoryScreen extends Screen {
  service: AuthService;
}

/** Shows a screen with a session that the server would accept. */
export async function showWithServer(
  screen: ReactNode,
  prepare: (db: Database, service: AuthService) => Promise<unknown>,
): Promise<HistoryScreen> {
  const service = installAuthService();
  const device = new Device();
  const user = { id: ANNA.id, email: ANNA.email, aud: 'authenticated', app_metadata: {}, user_metadata: {} };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const tokens = { access_token: 'e30.e30.sig', refresh_token: 'refresh', expires_in: 3600, token_type: 'bearer' };
  await sessionStorage(device).setItem(SESSION_KEY, JSON.stringify({ ...tokens, expires_at, user }));
  const auth = new Auth({ supabaseUrl: 'https://carryover.example', supabaseKey: 'key' }, device);
  const shown = await showSignedIn(<AuthProvider load={async () => auth}>{screen}</AuthProvider>, (db) =>
    prepare(db, service),
  );
  return {
    ...shown,
    service,
    close: async () => {
      await auth.service.stopAutoRefresh();
      device.close();
      await shown.close();
      service.uninstall();
    },
  };
}

/** An event of a transaction, the `n`th of them; a greater one is newer. */
export function event(n: number, change: Partial<HistoryEvent> = {}): HistoryEvent {
  const at = `2026-03-0${n}T10:00:00.000Z`;
  const row = { id: idOf(1), accountId: ACCOUNT, type: 'expense', category: 'Food', date: '2026-03-05' };
  return {
    id: idOf(900 + n),
    at,
    editedAt: at,
    author: 'ben@example.org',
    kind: 'change',
    table: 'transactions',
    rowId: idOf(1),
    row: { ...row, amount: 2000, description: 'Dinner', notes: '', createdAt: at, budgetId: null },
    before: {},
    ...change,
  };
}
