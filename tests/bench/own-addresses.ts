/**
 * Lets clients of this process reach the server from addresses of their own, as households do: whoever asks
 * `http://127.0.16.7:4321` asks the server on this port of 127.0.0.1, and comes from 127.0.16.7. Linux has all of
 * 127.x.y.z.
 */
import { Agent, Pool, setGlobalDispatcher } from 'undici';

export function comeFromOwnAddresses(): void {
  const factory = (origin: string | URL, options: object) => {
    const { hostname, port } = new URL(origin);
    const isOwn = hostname.startsWith('127.');
    return isOwn
      ? new Pool(`http://127.0.0.1:${port}`, { ...options, localAddress: hostname })
      : new Pool(origin, options);
  };
  setGlobalDispatcher(new Agent({ factory }));
}
