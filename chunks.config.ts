/**
 * Which file of the build contains which module. A page loads what it needs at once in few files, because sixty small
 * files weigh 10 kB more than two, packed. Nobody loads a module that their page does not need
 * (tests/e2e/javascript-budget).
 */
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/** Every page, signed in or not. */
const FRAME = ['src/routes/screens.tsx', 'src/routes/main-route.tsx'];

/** What a visitor loads on top, each on another page. */
const SIGN_IN = [
  'src/routes/auth-route.tsx',
  'src/pages/auth-page/kept-data-alert.tsx',
  'src/routes/callback-route.tsx',
  'src/features/auth/auth-client.ts',
  'src/pages/shell/signed-out-tab.tsx',
  'src/features/demo/demo-session.tsx',
];

const SYNC = ['sync/index.ts'];

const DASHBOARD = [
  'src/pages/dashboard/dashboard-tab.tsx',
  'src/features/transactions/quick-entry/quick-entry.tsx',
  'src/pages/palette/palette.tsx',
  'src/features/undo/undo.tsx',
  'src/features/import/import-anywhere.tsx',
  'src/pages/first-account/start-choices.tsx',
];

/** Chakra imports it for a component that the app does not use. Only the dialog with a QR code needs it. */
const QR_CODES = /node_modules\/uqr\//;

/** Modules that the entries import, directly or through others. A module on demand is not among them. */
function reached(entries: readonly string[], graph: Graph): Set<string> {
  const found = new Set(entries.map((entry) => fileURLToPath(new URL(entry, import.meta.url))));
  for (const id of found) {
    const module = graph.getModuleInfo(id);
    if (!module) throw new Error(`chunks.config.ts names ${id}, which the app does not load.`);
    for (const imported of module.importedIds) {
      if (!QR_CODES.test(imported)) found.add(imported);
    }
  }
  return found;
}

/** The file of each module of the first screens. */
function firstScreens(graph: Graph): (id: string) => string | null {
  const frame = reached(FRAME, graph);
  const parts = { signIn: reached(SIGN_IN, graph), sync: reached(SYNC, graph), dashboard: reached(DASHBOARD, graph) };
  return (id) => {
    const users = Object.values(parts).filter((part) => part.has(id));
    if (frame.has(id) || users.length > 1) return 'frame';
    if (parts.sync.has(id)) return 'sync';
    return parts.dashboard.has(id) ? 'dashboard' : null;
  };
}

const known = new WeakMap<Graph, (id: string) => string | null>();

/** A group takes its modules' imports along, so each file is a group, after those that it imports. */
function file(name: string): Rolldown.CodeSplittingGroup {
  return {
    name(id, graph) {
      const fileOf = known.get(graph) ?? firstScreens(graph);
      known.set(graph, fileOf);
      return fileOf(id) === name ? name : null;
    },
  };
}

/** The first group that takes a module keeps it. React and the router stay in the browser's cache between versions. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'start', tags: ['$initial'] },
  { name: 'router', test: /node_modules\/@tanstack\/(?!.*virtual)/ },
  file('frame'),
  file('sync'),
  file('dashboard'),
  // The forms share it. In one file, because the first screens name each file of the parts that they may load.
  {
    name: 'drafts',
    test: /\/src\/(session\/drafts\/|store\/(commands\/drafts\/|queries\/drafts\.)|(domain|texts\/en)\/drafts\.)/,
  },
];
