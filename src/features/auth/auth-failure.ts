import * as texts from '#texts/auth/auth-failure';

/** Why the auth service refused or failed: a closed set, decided by its codes and never by the text of a message. */
export type AuthReason =
  | 'invalid_credentials'
  | 'email_not_confirmed'
  | 'email_taken'
  | 'weak_password'
  | 'too_many_attempts'
  | 'link_expired'
  | 'provider_disabled'
  /** The link of a mail belongs to another user than the one who is logged in on this device. */
  | 'other_user'
  /** A new password needs the present one, or a log-in of a moment ago. */
  | 'log_in_again'
  /** A login is not deleted while others use an account that the user owns. */
  | 'shared_accounts'
  /** No response at all. */
  | 'unreachable'
  /** The server responded with an error of its own, or with something that is not a response of the auth service. */
  | 'server'
  | 'refused';

export class AuthFailure extends Error {
  override readonly name = 'AuthFailure';
  readonly reason: AuthReason;

  /** `message` is the server's own text, for people to read. */
  constructor(reason: AuthReason, message = '', options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * The description of a toast: the server's message where there is one, as the specification asks; otherwise our own
 * text.
 */
export function describeFailure(error: unknown, fallback: string): string {
  if (!(error instanceof AuthFailure)) return fallback;
  if (error.reason === 'unreachable') {
    return texts.UNREACHABLE;
  }
  if (error.reason === 'server') return texts.SERVER;
  if (error.reason === 'log_in_again') return texts.LOG_IN_AGAIN;
  return error.message || fallback;
}
