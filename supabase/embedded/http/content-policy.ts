/** The Content-Security-Policy of a response to a request that named this host (`localhost:4321`). */
export type ContentPolicy = (host: string) => string;

/** `publicUrl` is the address of the app's backend when it is not the address that the browser used. */
export function createContentPolicy(publicUrl: string | null): ContentPolicy {
  const backend = publicUrl === null ? [] : [new URL(publicUrl).origin, ...socketsOf(new URL(publicUrl).host)];
  return (host) =>
    [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'", // Emotion writes its styles at run time
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      ['connect-src', "'self'", ...new Set([...socketsOf(host), ...backend])].join(' '),
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
}

/**
 * Safari does not count WebSockets of the same host as 'self'. A host with other characters could add directives of its
 * own.
 */
function socketsOf(host: string): string[] {
  return /^[\w.:[\]-]+$/.test(host) ? [`ws://${host}`, `wss://${host}`] : [];
}
