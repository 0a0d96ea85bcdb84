import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A web request in, a web response out: what `Deno.serve` takes. */
export type FunctionHandler = (request: Request) => Response | Promise<Response>;

const defaultFolder = fileURLToPath(new URL('../functions/', import.meta.url));

/**
 * Loads the edge functions as they stand, one folder with an `index.ts` each, by offering them the two things of Deno
 * that they may use: `Deno.serve`, which here hands the handler over instead of listening, and `Deno.env.get`, which
 * knows `env` and nothing of this process.
 */
export async function loadFunctions(
  env: Record<string, string>,
  folder: string = defaultFolder,
): Promise<Map<string, FunctionHandler>> {
  const handlers = new Map<string, FunctionHandler>();
  if (!existsSync(folder)) return handlers;
  for (const { name } of readdirSync(folder, { withFileTypes: true })) {
    const entry = join(folder, name, 'index.ts');
    if (!existsSync(entry)) continue;
    const handler = await loadOne(entry, env);
    if (handler) handlers.set(name, handler);
  }
  return handlers;
}

async function loadOne(entry: string, env: Record<string, string>): Promise<FunctionHandler | null> {
  let handler: FunctionHandler | null = null;
  const before = Object.getOwnPropertyDescriptor(globalThis, 'Deno');
  Object.defineProperty(globalThis, 'Deno', {
    configurable: true,
    value: {
      serve: (given: FunctionHandler) => {
        handler = given;
      },
      env: { get: (key: string) => env[key] },
    },
  });
  try {
    // The query makes it a module of this backend alone, with this backend's env.
    await import(`${pathToFileURL(entry).href}?${crypto.randomUUID()}`);
    return handler;
  } finally {
    if (before) Object.defineProperty(globalThis, 'Deno', before);
    else Reflect.deleteProperty(globalThis, 'Deno');
  }
}
