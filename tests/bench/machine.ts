/** The machine on which a benchmark ran, and the versions that its figures hold for. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import * as v from 'valibot';
import { chromiumOptions } from '../support/chromium.ts';

const Package = v.object({ dependencies: v.record(v.string(), v.string()) });

export function describeMachine(): string[] {
  const [first] = cpus();
  const own = dependenciesOf('../../package.json');
  const peers = dependenciesOf('./peers/package.json');
  const chromium = execFileSync(chromiumOptions().executablePath ?? 'chromium', ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, ...chromiumOptions().env },
  });
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `Machine: ${cpus().length} × ${first?.model.trim()}, ${memory} GiB, ${type()} ${release()}`,
    `${chromium.trim()}, Node ${process.versions.node}, Dexie ${own.dexie}`,
    `RxDB ${peers.rxdb}, Actual ${peers['@actual-app/api']}`,
  ];
}

function dependenciesOf(path: string): Record<string, string> {
  return v.parse(Package, JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))).dependencies;
}
