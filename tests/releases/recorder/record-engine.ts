/** Keeps the engine of a release in one file, which runs without the checkout of the release. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Writes engine.js into the folder. Packages are not in it. */
export async function recordEngine(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: fileURLToPath(new URL('./engine.ts', import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: true,
      rolldownOptions: { output: { entryFileNames: 'engine.js', codeSplitting: false } },
    },
  });
}
