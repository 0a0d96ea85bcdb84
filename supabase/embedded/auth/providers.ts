/** Third-party sign-in. It is off until an install names the application that it registered with the provider. */
import * as v from 'valibot';

type Provider = {
  clientId: string;
  secret: string;
  /** A server of your own in place of github.com (GitHub Enterprise). */
  url?: string | undefined;
};

export type Providers = { google?: Provider; github?: Provider };

const Environment = v.object({
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  GITHUB_CLIENT_ID: v.optional(v.string()),
  GITHUB_CLIENT_SECRET: v.optional(v.string()),
  GITHUB_URL: v.optional(v.pipe(v.string(), v.url())),
});

/** Reads the providers that the environment names. A provider with half of its settings stays off. */
export function readProviders(environment: Record<string, string | undefined>): Providers {
  const env = v.parse(Environment, environment);
  const google = pair(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const github = pair(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET);
  return { ...(google && { google }), ...(github && { github: { ...github, url: env.GITHUB_URL } }) };
}

function pair(clientId: string | undefined, secret: string | undefined): Provider | null {
  return clientId && secret ? { clientId, secret } : null;
}

/** The providers in the form of the auth library's configuration. */
export function externalProviders({ google, github }: Providers) {
  const settings = ({ clientId, secret, url }: Provider) => ({ enabled: true, client_id: clientId, secret, url });
  return { ...(google && { google: settings(google) }), ...(github && { github: settings(github) }) };
}
