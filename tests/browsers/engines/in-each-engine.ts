/** Runs one journey in each engine of this machine, each time with a backend of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { makeInstall, startTestBackend, type TestBackend } from '../../support/backend.ts';
import { appDir } from '../../support/built-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { Person } from '../page/person.ts';
import type { Engine } from './engine.ts';
import { findEngines } from './found.ts';

/** A backend that can go and come back, with its data and at its address. */
export interface Server {
  /** The one that runs now. */
  readonly now: TestBackend;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface Scene {
  engine: Engine;
  server: Server;
  /** Opens a new device of the scene's engine, or of this one, at a path of the app. */
  person(name: string, at?: { engine?: Engine; url?: string; path?: string }): Promise<Person>;
}

/** Resolves with the folder of the app that the backend serves. It may make this folder, which goes afterwards. */
export type AppMaker = (folder: string) => Promise<string>;

const asBuilt: AppMaker = async () => appDir;

export function inEachEngine(title: string, play: (scene: Scene) => Promise<void>, makeApp = asBuilt): void {
  for (const engine of findEngines().engines) {
    test(`${engine.name}: ${title}`, () => onStage(engine, play, makeApp));
  }
}

/** Plays each pair of different engines. */
export function inEachPair(title: string, play: (scene: Scene, other: Engine) => Promise<void>): void {
  const { engines } = findEngines();
  for (const [at, engine] of engines.entries()) {
    for (const other of engines.slice(at + 1)) {
      test(`${engine.name} and ${other.name}: ${title}`, () => onStage(engine, (scene) => play(scene, other)));
    }
  }
}

async function onStage(engine: Engine, play: (scene: Scene) => Promise<void>, makeApp = asBuilt): Promise<void> {
  const folder = await mkdtemp(join(temporaryFolder(), 'carryover-browser-'));
  const dataDir = await makeInstall();
  const people: Person[] = [];
  const app = await makeApp(join(folder, 'app'));
  let backend = await startTestBackend({ appDir: app, dataDir });
  const { url } = backend;
  const server: Server = {
    get now() {
      return backend;
    },
    stop: () => backend.stop(),
    async start() {
      backend = await startTestBackend({ appDir: app, dataDir, port: Number(new URL(url).port) });
    },
  };
  try {
    await play({
      engine,
      server,
      async person(name, { engine: own = engine, url: address = url, path = '/' } = {}) {
        const one = await Person.at(own, join(folder, name), address, path);
        people.push(one);
        return one;
      },
    });
  } catch (error) {
    for (const [at, one] of people.entries()) {
      // A page that is going shows nothing, and the error that ended the journey is the one to tell.
      const picture = await one.window.picture().catch(() => null);
      if (picture) await writeFile(test.info().outputPath(`last-seen-${at}.png`), picture);
    }
    throw error;
  } finally {
    for (const one of people) await one.close();
    await backend.stop().catch(() => {});
    for (const one of [folder, dataDir]) await rm(one, { recursive: true, force: true, maxRetries: 5 });
  }
}
