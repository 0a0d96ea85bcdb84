import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A web request in, a web response out: what `Deno.serve` takes. */
export type FunctionHandler = (request: Request) => Response | Promise<Response>;

/** What edge functions may use of Deno. */
type DenoPart = { serve(handler: FunctionHandler): void; env: { get(name: string): string | undefined } };

const defaultFolder = fileURLToPath(new URL('../functions/', import.meta.url));

/** The Deno of the function that is being loaded or called; everywhere else in this process there is none. */
const current = new AsyncLocalStorage<DenoPart>();
Object.defineProperty(globalThis, 'Deno', { configurable: true, get: () => current.getStore() });

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
  const handlers: FunctionHandler[] = [];
  const deno: DenoPart = { serve: (given) => handlers.push(given), env: { get: (name) => env[name] } };
  // The query makes it a module of this backend alone, with this backend's env.
  await current.run(deno, () => import(`${pathToFileURL(entry).href}?${crypto.randomUUID()}`));
  const [handler] = handlers;
  return handler ? (request) => current.run(deno, () => handler(request)) : null;
}
