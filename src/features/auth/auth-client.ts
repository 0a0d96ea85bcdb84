/**
 * The auth service and, with the same session, the backend's data. The app opens without this module and loads it when
 * it is needed. The session is stored on the device; other code reads the device's row to know who is signed in.
 */
import type { AuthError, EmailOtpType } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { BackendConfig } from '#domain/backend-config';
import { newId } from '#store/database/new-id';
import { type Device, readLastUser } from '#store/session/device';
import { doubtSignUp, noteSignUp } from '#store/session/local-user';
import { dropRevocation, type Revocation } from '#store/session/revocations';
import { dropSession, SESSION_KEY, sessionStorage } from '#store/session/session-storage';
import * as texts from '#texts/auth/auth-failure';
import { AuthFailure, type AuthReason } from './auth-failure.ts';
import { type AuthService, createAuthClient, createDataClient } from './backend-client.ts';
import { readJson } from './read-json.ts';
import { inTurn } from './session-turns.ts';

export type OAuthProvider = 'google' | 'github';

const Settings = v.object({ external: v.record(v.string(), v.unknown()) });

const OtpTypes: readonly EmailOtpType[] = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'];

/** Every method throws an AuthFailure and nothing else. */
export class Auth {
  readonly service: AuthService;
  /** Access to the backend's data for the signed-in user. */
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

  /** Calls the listener when the session was renewed, until the returned function is called. */
  whenRenewed(listener: () => void): () => void {
    const { data } = this.service.onAuthStateChange((event) => {
      if (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN') listener();
    });
    return () => data.subscription.unsubscribe();
  }

  async logIn(email: string, password: string): Promise<void> {
    const { error } = await inTurn(() => this.service.signInWithPassword({ email, password }));
    if (error) throw failure(error);
  }

  /** Returns whether the e-mail address counts as confirmed already. It does not log in. */
  async signUp(email: string, password: string): Promise<{ confirmed: boolean }> {
    const { data, error } = await this.passingService().signUp({
      email,
      password,
      options: { emailRedirectTo: location.origin },
    });
    if (error) throw failure(error);
    await noteSignUp(this.#device, email);
    return { confirmed: data.session !== null };
  }

  /** Leaves the page for the provider's page, which leads back to /auth/callback. */
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
    await doubtSignUp(this.#device);
    const { error } = await inTurn(() => this.service.exchangeCodeForSession(code));
    if (error) throw failure(error);
  }

  /**
   * Follows the link of a mail and signs its user in. Anybody can send anybody such a link. It therefore never replaces
   * another user who is logged in on this device. Returns false when another link has to be opened, too: both mailboxes
   * confirm a new address.
   */
  async verifyLink(tokenHash: string, type: string): Promise<boolean> {
    const known = OtpTypes.find((one) => one === type);
    if (!known) throw new AuthFailure('link_expired');
    return inTurn(() => this.#follow(tokenHash, known));
  }

  async #follow(tokenHash: string, known: EmailOtpType): Promise<boolean> {
    const passing = this.passingService();
    const { data, error } = await passing.verifyOtp({ token_hash: tokenHash, type: known });
    if (error) throw failure(error);
    if (!data.session) return known !== 'email_change';
    const current = await readLastUser(this.#device);
    if (current && current.id !== data.session.user.id) {
      await passing.signOut({ scope: 'local' });
      throw new AuthFailure('other_user', texts.OTHER_USER);
    }
    await doubtSignUp(this.#device);
    const kept = await this.service.setSession(data.session);
    if (kept.error) throw failure(kept.error);
    return true;
  }

  async sendRecovery(email: string): Promise<void> {
    const redirectTo = `${location.origin}/auth/callback`;
    const { error } = await this.passingService().resetPasswordForEmail(email, { redirectTo });
    if (error) throw failure(error);
  }

  /**
   * Sets the signed-in user's password. The server asks for the `present` one after more than ten minutes since the
   * log-in.
   */
  async setPassword(password: string, present?: string): Promise<void> {
    const { error } = await this.service.updateUser({ password, ...(present && { current_password: present }) });
    if (error) throw failure(error);
  }

  /** Tells the server that these sessions have ended. Returns whether the server knows all of them now. */
  async revoke(revocations: readonly Revocation[]): Promise<boolean> {
    let all = true;
    for (const revocation of revocations) {
      if (await this.#revoke(revocation)) await dropRevocation(this.#device, revocation);
      else all = false;
    }
    return all;
  }

  /** Returns false when it has to be tried again: no response, or an error of the server. */
  async #revoke({ userId, accessToken, refreshToken }: Revocation): Promise<boolean> {
    const service = this.passingService();
    const signOut = (token: string) =>
      inTurn(async () => {
        // Log-out ends all sessions of the user. When the same user has logged in again meanwhile, only the old session
        // ends.
        const current = await readLastUser(this.#device);
        return service.admin.signOut(token, current?.id === userId ? 'local' : 'global');
      });
    const { error: refusal } = await signOut(accessToken);
    if (!refusal || !isOver(refusal)) return !refusal;
    // The token has expired, but its session may not have.
    const { data, error } = await service.refreshSession({ refresh_token: refreshToken });
    if (error) return isOver(error);
    if (!data.session) return true;
    const { error: last } = await signOut(data.session.access_token);
    return !last || isOver(last);
  }

  /** A client for a single call, which does not touch this device's session. */
  passingService(): AuthService {
    return createAuthClient(this.config, { storageKey: newId(), persistSession: false, autoRefreshToken: false });
  }

  /** For a disabled provider, the redirect would show a page of JSON. So the service is asked first. */
  async #offers(provider: OAuthProvider): Promise<boolean> {
    const { supabaseUrl, supabaseKey } = this.config;
    const headers = { apikey: supabaseKey };
    const settings = await readJson(`${supabaseUrl}/auth/v1/settings`, Settings, { headers });
    return settings.external[provider] === true;
  }
}

/**
 * Whether the error says that the session does not exist: 401, 403 and 404 by the specification's point on sessions,
 * 400 for an invalid refresh token.
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
  reauthentication_needed: 'log_in_again',
  otp_expired: 'link_expired',
  flow_state_expired: 'link_expired',
  flow_state_not_found: 'link_expired',
  provider_disabled: 'provider_disabled',
  oauth_provider_not_supported: 'provider_disabled',
};

/** Decided by the service's code, then by HTTP status. The message is passed on but never read. */
export function failure(error: AuthError): AuthFailure {
  const reason = REASON_OF_CODE[error.code ?? ''] ?? reasonOfStatus(error);
  return new AuthFailure(reason, error.message, { cause: error });
}

/** The client reports an unreadable response without a status, and a missing response with status 0. */
function reasonOfStatus(error: AuthError): AuthReason {
  const { status = 500 } = error;
  if (status === 0) return 'unreachable';
  if (status === 429) return 'too_many_attempts';
  return status >= 500 || status === 404 ? 'server' : 'refused';
}
