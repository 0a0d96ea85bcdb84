import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Takes a web request and returns a web response, as `Deno.serve` expects. */
export type FunctionHandler = (request: Request) => Response | Promise<Response>;

/** The part of Deno that edge functions may use. */
type DenoPart = { serve(handler: FunctionHandler): void; env: { get(name: string): string | undefined } };

const defaultFolder = fileURLToPath(new URL('../functions/', import.meta.url));

/** The Deno of the function that is being loaded or called. Elsewhere in this process there is none. */
const current = new AsyncLocalStorage<DenoPart>();
Object.defineProperty(globalThis, 'Deno', { configurable: true, get: () => current.getStore() });

/**
 * Loads the edge functions unchanged; each is a folder with an `index.ts`. It offers them the two parts of Deno that
 * they may use. `Deno.serve` hands the handler over instead of listening. `Deno.env.get` knows `env` and nothing of
 * this process.
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
  // The query makes the module a new one for this backend, with this backend's env.
  await current.run(deno, () => import(`${pathToFileURL(entry).href}?${crypto.randomUUID()}`));
  const [handler] = handlers;
  return handler ? (request) => current.run(deno, () => handler(request)) : null;
}
