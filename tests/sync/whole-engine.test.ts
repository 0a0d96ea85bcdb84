/** The engine in one piece: nothing of it is loaded while it runs. */
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The files that a bundler makes of an entry of `sync` alone. */
async function filesOf(entry: string): Promise<{ fileName: string; later: string[] }[]> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry: join(root, entry), formats: ['es'] } },
  });
  return [built]
    .flat()
    .flatMap((one) =>
      'output' in one
        ? one.output.flatMap((file) =>
            file.type === 'chunk' ? [{ fileName: file.fileName, later: file.dynamicImports }] : [],
          )
        : [],
    );
}

it.each(['sync/index.ts', 'sync/background.ts'])(
  '[S61f] the engine of %s is one file, so that no push or pull waits for code',
  async (entry) => {
    expect(await filesOf(entry)).toEqual([{ fileName: expect.any(String), later: [] }]);
  },
);
