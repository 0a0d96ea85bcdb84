/** An auth service for tests: it replaces the network and responds to the browser's requests as the test says. */
export interface AuthService {
  /** Requested paths; those of the auth service without /auth/v1. */
  requests: string[];
  /** The last body that was sent to each path. */
  bodies: Map<string, unknown>;
  /** A string is sent as an HTML page. */
  answer(path: string, status: number, body: object | string): void;
  /** From now on no request gets a response. */
  disconnect(): void;
  /** Restores the network. */
  uninstall(): void;
}

export function installAuthService(): AuthService {
  const answers = new Map<string, { status: number; body: object | string }>();
  const requests: string[] = [];
  const bodies = new Map<string, unknown>();
  let connected = true;
  const network = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!connected) throw new TypeError('Failed to fetch');
    const address = input instanceof Request ? input.url : String(input);
    const path = new URL(address).pathname.replace('/auth/v1', '');
    requests.push(path);
    if (typeof init?.body === 'string') bodies.set(path, JSON.parse(init.body));
    const { status, body } = answers.get(path) ?? { status: 404, body: { message: 'no answer was arranged' } };
    if (status === 204) return new Response(null, { status });
    if (typeof body === 'object') return Response.json(body, { status });
    return new Response(body, { status, headers: { 'content-type': 'text/html' } });
  };
  return {
    requests,
    bodies,
    answer: (path, status, body) => void answers.set(path, { status, body }),
    disconnect: () => {
      connected = false;
    },
    uninstall: () => {
      globalThis.fetch = network;
    },
  };
}
