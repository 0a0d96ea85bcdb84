/** Puts the app together: the only file that knows both the screens and the sync engine. */
import { type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BackendConfig } from '#domain/backend-config';
import type { Database } from '#store/database/database';
import { type SyncState, writeSyncState } from '#store/database/sync-state';
import { Device } from '#store/session/device';
import { writeKeepsMails } from '#store/session/kept-mails';
import { applyAppearance, readAppearance } from '#ui/appearance.ts';
import { isServerThere, mayImport, onDemand, PageReload } from '#ui/on-demand';
import { UiProvider } from '#ui/provider';
import { AuthProvider } from './features/auth/auth.tsx';
import type { Auth } from './features/auth/auth-client.ts';
import { AuthFailure } from './features/auth/auth-failure.ts';
import { readJson } from './features/auth/read-json.ts';
import { settleRevocations } from './features/auth/settle-revocations.ts';
import { sweepDemo } from './features/demo/demo-trace.ts';
import { preloadScreens, prepareScreen, Screens } from './first-screen.ts';
import { isInDemo } from './pages/addresses/demo-path.ts';
import { App } from './pages/shell/app.tsx';
import { CrashBoundary } from './pages/shell/crash-boundary.tsx';
import { LoadingScreen } from './pages/shell/loading-screen.tsx';
import { connectWhenPossible } from './session/holder/connect.ts';
import { SessionProvider } from './session/holder/session-provider.tsx';
import { installOffer } from './session/install/install-offer.ts';
import type { Connection } from './session/session.ts';
import { sayWhenEnded } from './session/toasts/ended-toast.ts';
import { keepAppOnDevice } from './session/updates/keep-app-on-device.ts';
import { watchForms } from './session/updates/reload.ts';
import { reloadNewest } from './session/updates/reload-newest.ts';
import { WhenQuiet } from './session/when-quiet.tsx';

applyAppearance(readAppearance());
installOffer.listen();

const device = new Device();

// Goes on while the session is read; the first paint needs none of it.
const loadingScreens = preloadScreens(device);

const inDemo = isInDemo(location.pathname);
const DemoSession = onDemand(() => import('./features/demo/demo-session.tsx'));

/** A network may accept a request and never respond. After this time the app can ask again. */
const CONFIG_LIMIT_MS = 10_000;

async function openAuth(): Promise<Auth> {
  const limit = { signal: AbortSignal.timeout(CONFIG_LIMIT_MS) };
  const [{ Auth }, config] = await Promise.all([
    import('./features/auth/auth-client.ts'),
    readJson('/config.json', BackendConfig, limit),
  ]);
  // Without storage the screens say the words of a server with mail. That the storage is refused is told elsewhere.
  void writeKeepsMails(device, config.keepsMails ?? false).catch(() => {});
  return new Auth(config, device);
}

let opening: Promise<Auth> | null = null;

/** The one auth service of this page, loaded when it is first needed. A failed attempt can be repeated. */
async function loadAuth(): Promise<Auth> {
  opening ??= openAuth();
  try {
    return await opening;
  } catch (error) {
    opening = null;
    throw error;
  }
}

/** The server answers, but perhaps has the engine of a newer build only (S61f). */
class EngineMissing extends Error {
  override readonly name = 'EngineMissing';
}

async function importEngine() {
  const engine = (await mayImport()) ? await import('#sync').catch(() => null) : null;
  if (engine) return engine;
  throw (await isServerThere()) ? new EngineMissing() : new Error('There is no network for the engine.');
}

async function connect(database: Database): Promise<Connection> {
  const [engine, auth] = await Promise.all([importEngine(), loadAuth()]);
  const { httpCalls, startSync, supabaseRemote } = engine;
  const remote = supabaseRemote({ ...httpCalls(auth.config, auth.data.authorize), ...auth.data });
  const sync = startSync({ database, remote });
  const unwatch = auth.whenRenewed(() => sync.renewed());
  return {
    wake: () => sync.wake(),
    stop() {
      unwatch();
      sync.stop();
    },
  };
}

/** The state row says so as long as the engine cannot start, because its last content may be from another day. */
const connectSync = (database: Database) =>
  connectWhenPossible(async () => {
    try {
      return await connect(database);
    } catch (error) {
      await writeSyncState(database, stateAfter(error));
      throw error;
    }
  });

function stateAfter(failure: unknown): Pick<SyncState, 'phase' | 'lastError'> {
  if (failure instanceof EngineMissing) return { phase: 'waiting', lastError: 'part_missing' };
  const answered = failure instanceof AuthFailure && failure.reason === 'server';
  return answered ? { phase: 'waiting', lastError: 'server' } : { phase: 'offline', lastError: 'offline' };
}

/** Without a login there is nothing to sync: what is entered counts as settled. */
const connectLocal = (database: Database) =>
  connectWhenPossible(async () => {
    const { settleHere } = await import('#store/local/settle');
    return { wake() {}, stop: settleHere(database) };
  });

const connectDatabase = (database: Database, isLocal: boolean) =>
  isLocal ? connectLocal(database) : connectSync(database);

/** Provides the session: the signed-in user and their data. */
function Session({ children }: { children: ReactNode }) {
  if (!inDemo) {
    return (
      <SessionProvider device={device} connect={connectDatabase} prepare={prepareScreen}>
        {children}
      </SessionProvider>
    );
  }
  return (
    <Suspense fallback={<LoadingScreen />}>
      <DemoSession device={device}>{children}</DemoSession>
    </Suspense>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <UiProvider>
    <PageReload value={() => void reloadNewest()}>
      <CrashBoundary>
        <AuthProvider load={loadAuth}>
          <Session>
            <App loading={loadingScreens}>
              <Screens />
              <WhenQuiet then={keepAppOnDevice} />
            </App>
          </Session>
        </AuthProvider>
      </CrashBoundary>
    </PageReload>
  </UiProvider>,
);

if (!inDemo) {
  sayWhenEnded(device);
  settleRevocations(device, loadAuth);
  void sweepDemo();
}
watchForms();
