/**
 * The auth service and, over the same session, the backend's data. This module is loaded when it is needed and no earlier: the app
 * opens without it. The session is stored on the device; whoever else wants to know who is signed in reads the device's row.
 */
import type { AuthError, EmailOtpType } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { BackendConfig } from '#domain/backend-config';
import { type Device, readLastUser } from '#store/device';
import { newId } from '#store/new-id';
import { dropRevocation, type Revocation } from '#store/revocations';
import { dropSession, SESSION_KEY, sessionStorage } from '#store/session-storage';
import * as texts from '#texts/auth-failure';
import { AuthFailure, type AuthReason } from './auth-failure.ts';
import { type AuthService, createAuthClient, createDataClient } from './backend-client.ts';
import { readJson } from './read-json.ts';

export type OAuthProvider = 'google' | 'github';

const Settings = v.object({ external: v.record(v.string(), v.unknown()) });

const OtpTypes: readonly EmailOtpType[] = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'];

/** Every method throws an AuthFailure and nothing else. */
export class Auth {
  readonly service: AuthService;
  /** Access to the backend's data for whoever is signed in. */
  readonly data: ReturnType<typeof createDataClient>;
  readonly config: BackendConfig;
  readonly #device: Device;

  constructor(config: BackendConfig, device: Device) {
    this.config = config;
    this.#device = device;
    this.service = createAuthClient(config, {
      storage: sessionStorage(device),
      storageKey: SESSION_KEY,
      flowType: 'pkce',
      autoRefreshToken: true,
    });
    this.data = createDataClient(config, this.service, (refused) => dropSession(device, refused));
  }

  /** Hears when the session was renewed, until the returned function is called. */
  whenRenewed(listener: () => void): () => void {
    const { data } = this.service.onAuthStateChange((event) => {
      if (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN') listener();
    });
    return () => data.subscription.unsubscribe();
  }

  async logIn(email: string, password: string): Promise<void> {
    const { error } = await this.service.signInWithPassword({ email, password });
    if (error) throw failure(error);
  }

  /** Returns whether the address has to be confirmed before the first log-in. It does not log in. */
  async signUp(email: string, password: string): Promise<{ confirmed: boolean }> {
    const { data, error } = await this.#passingService().signUp({
      email,
      password,
      options: { emailRedirectTo: location.origin },
    });
    if (error) throw failure(error);
    return { confirmed: data.session !== null };
  }

  /** Leaves the page for the provider's; comes back to /auth/callback. */
  async logInWith(provider: OAuthProvider): Promise<void> {
    if (!(await this.#offers(provider))) throw new AuthFailure('provider_disabled');
    const { error } = await this.service.signInWithOAuth({
      provider,
      options: { redirectTo: `${location.origin}/auth/callback` },
    });
    if (error) throw failure(error);
  }

  /** Completes a third-party sign-in. */
  async exchangeCode(code: string): Promise<void> {
    const { error } = await this.service.exchangeCodeForSession(code);
    if (error) throw failure(error);
  }

  /**
   * Follows the link of a mail: signs in whoever has it. Anybody can send anybody a link of their own, so it takes no device
   * over from somebody else who is logged in there.
   */
  async verifyLink(tokenHash: string, type: string): Promise<void> {
    const known = OtpTypes.find((one) => one === type);
    if (!known) throw new AuthFailure('link_expired');
    const passing = this.#passingService();
    const { data, error } = await passing.verifyOtp({ token_hash: tokenHash, type: known });
    if (error) throw failure(error);
    if (!data.session) return;
    const current = await readLastUser(this.#device);
    if (current && current.id !== data.session.user.id) {
      await passing.signOut({ scope: 'local' });
      throw new AuthFailure('other_user', texts.OTHER_USER);
    }
    const kept = await this.service.setSession(data.session);
    if (kept.error) throw failure(kept.error);
  }

  async sendRecovery(email: string): Promise<void> {
    const redirectTo = `${location.origin}/auth/callback`;
    const { error } = await this.#passingService().resetPasswordForEmail(email, { redirectTo });
    if (error) throw failure(error);
  }

  /** Sets the signed-in user's password. */
  async setPassword(password: string): Promise<void> {
    const { error } = await this.service.updateUser({ password });
    if (error) throw failure(error);
  }

  /** Tells the server that these sessions are over; returns whether it knows of all of them now. */
  async revoke(revocations: readonly Revocation[]): Promise<boolean> {
    let all = true;
    for (const revocation of revocations) {
      if (await this.#revoke(revocation)) await dropRevocation(this.#device, revocation);
      else all = false;
    }
    return all;
  }

  /** False when it is to be tried again: nobody answered, or the server could not. */
  async #revoke({ userId, accessToken, refreshToken }: Revocation): Promise<boolean> {
    const service = this.#passingService();
    const signOut = async (token: string) => {
      // Everywhere, as one expects of logging out; but not where the same user has come back meanwhile.
      const current = await readLastUser(this.#device);
      return service.admin.signOut(token, current?.id === userId ? 'local' : 'global');
    };
    const { error: refusal } = await signOut(accessToken);
    if (!refusal || !isOver(refusal)) return !refusal;
    // The token has run out; its session may not have.
    const { data, error } = await service.refreshSession({ refresh_token: refreshToken });
    if (error) return isOver(error);
    if (!data.session) return true;
    const { error: last } = await signOut(data.session.access_token);
    return !last || isOver(last);
  }

  /** For one call, that leaves this device's session alone. */
  #passingService(): AuthService {
    return createAuthClient(this.config, { storageKey: newId(), persistSession: false, autoRefreshToken: false });
  }

  /** The redirect itself would answer a provider that is off with a page of JSON, so the service is asked first. */
  async #offers(provider: OAuthProvider): Promise<boolean> {
    const { supabaseUrl, supabaseKey } = this.config;
    const headers = { apikey: supabaseKey };
    const settings = await readJson(`${supabaseUrl}/auth/v1/settings`, Settings, { headers });
    return settings.external[provider] === true;
  }
}

/**
 * That there is no such session any more: 401, 403 and 404 by the specification's point on sessions; 400 for a refresh token
 * that is none.
 */
function isOver({ status = 0 }: AuthError): boolean {
  return [400, 401, 403, 404].includes(status);
}

const REASON_OF_CODE: Record<string, AuthReason> = {
  invalid_credentials: 'invalid_credentials',
  email_not_confirmed: 'email_not_confirmed',
  user_already_exists: 'email_taken',
  email_exists: 'email_taken',
  weak_password: 'weak_password',
  same_password: 'weak_password',
  over_request_rate_limit: 'too_many_attempts',
  over_email_send_rate_limit: 'too_many_attempts',
  otp_expired: 'link_expired',
  flow_state_expired: 'link_expired',
  flow_state_not_found: 'link_expired',
  provider_disabled: 'provider_disabled',
  oauth_provider_not_supported: 'provider_disabled',
};

/** By the service's code, then by HTTP status; the message is passed on and not read. */
export function failure(error: AuthError): AuthFailure {
  const reason = REASON_OF_CODE[error.code ?? ''] ?? reasonOfStatus(error);
  return new AuthFailure(reason, error.message, { cause: error });
}

/** The client gives an answer that it cannot read no status, and a request without any answer the status 0. */
function reasonOfStatus(error: AuthError): AuthReason {
  const { status = 500 } = error;
  if (status === 0) return 'unreachable';
  if (status === 429) return 'too_many_attempts';
  return status >= 500 || status === 404 ? 'server' : 'refused';
}
