/**
 * A separate project folder with our lint configuration. For one run of a linter it also holds planted files, so the
 * work tree stays clean.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface PlantedProject {
  /**
   * Runs a linter of node_modules (`oxlint/bin/oxlint`) over these files and returns its output. Then removes the
   * files.
   */
  lint(tool: string, args: readonly string[], files: Record<string, string>): Promise<string>;
  remove(): Promise<void>;
}

/** `config`: the files and folders of this repository to copy, relative to its root. */
export async function plantedProject(config: readonly string[]): Promise<PlantedProject> {
  const project = await mkdtemp(join(tmpdir(), 'carryover-lint-'));
  for (const path of config) await cp(join(root, path), join(project, path), { recursive: true });

  return {
    async lint(tool, args, files) {
      const paths = Object.keys(files).map((file) => join(project, file));
      for (const path of paths) await mkdir(dirname(path), { recursive: true });
      for (const [file, source] of Object.entries(files)) await writeFile(join(project, file), source);
      try {
        const command = [join(root, 'node_modules', tool), ...args, ...Object.keys(files)];
        const run = spawn(process.execPath, command, { cwd: project, stdio: ['ignore', 'pipe', 'ignore'] });
        let output = '';
        for await (const text of run.stdout.setEncoding('utf8')) output += text;
        return output;
      } finally {
        for (const path of paths) await rm(path);
      }
    },
    remove: () => rm(project, { recursive: true, force: true }),
  };
}
