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

/** The pages of the sign-in. They have no data, and nothing of what reads and writes it. */
const SIGN_IN = [
  'src/routes/auth-route.tsx',
  'src/pages/auth-page/kept-data-alert.tsx',
  'src/routes/callback-route.tsx',
  'src/features/auth/auth-client.ts',
];

/** Entries of a device without a login. */
const LOCAL = ['src/pages/shell/signed-out-tab.tsx', 'src/features/demo/demo-session.tsx'];

const SYNC = ['sync/index.ts'];

/** The folder `sync`. */
const ENGINE = fileURLToPath(new URL('sync/', import.meta.url));

const DASHBOARD = [
  'src/pages/dashboard/dashboard-tab.tsx',
  'src/pages/dashboard/prepare-dashboard.ts',
  'src/features/transactions/quick-entry/quick-entry.tsx',
  'src/pages/account-choice/side-bar.tsx',
  'src/pages/palette/palette.tsx',
  'src/features/undo/undo.tsx',
  'src/features/import/import-anywhere.tsx',
];

/** The form of a new transaction: the dashboard's, and what those in dialogs share with it. */
const ENTRY_FORM = ['src/features/transactions/form/entry-form.tsx'];

/** Of the form's modules, those that other forms are made of, too. */
const OF_ALL_FORMS = /\/src\/(?!features\/transactions\/)/;
const fileOfForm = (id: string) => (OF_ALL_FORMS.test(id) ? 'forms' : 'entry-form');

/**
 * The bundler places these itself, with the first file that needs them. The file of a library names all of its parts,
 * also those of a single dialog. Most texts stand where they are shown, and leave their file empty.
 */
const PLACED_LATER = /\/(node_modules|src\/texts)\//;

/** Our modules that the entries import, directly or through others. A module on demand is not among them. */
function reached(entries: readonly string[], graph: Graph): Set<string> {
  const found = new Set(entries.map((entry) => fileURLToPath(new URL(entry, import.meta.url))));
  for (const id of found) {
    const module = graph.getModuleInfo(id);
    if (!module) throw new Error(`chunks.config.ts names ${id}, which the app does not load.`);
    for (const imported of module.importedIds) {
      if (!PLACED_LATER.test(imported)) found.add(imported);
    }
  }
  return found;
}

/** The file of each module of the first screens. */
function firstScreens(graph: Graph): (id: string) => string | null {
  const of = (entries: readonly string[]) => reached(entries, graph);
  const [local, sync, dashboard, form] = [of(LOCAL), of(SYNC), of(DASHBOARD), of(ENTRY_FORM)];
  const frame = of(FRAME).union(of(SIGN_IN).intersection(sync.union(dashboard).union(form)));
  return (id) => {
    if (frame.has(id)) return 'frame';
    // The engine alone, because no screen needs it. What it reads and writes, screens do, too.
    if (sync.has(id)) return id.startsWith(ENGINE) ? 'sync' : 'data';
    if (dashboard.has(id)) return local.has(id) ? 'data' : 'dashboard';
    return form.has(id) ? fileOfForm(id) : null;
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
  file('data'),
  file('sync'),
  file('dashboard'),
  // With its library: forms beside that of an entry have it, too.
  { name: 'combobox', test: /\/src\/ui\/combobox/ },
  file('forms'),
  file('entry-form'),
  // The forms share it. It would be seven files otherwise.
  { name: 'drafts', test: /\/src\/(.+\/)?drafts[/.]/ },
];
