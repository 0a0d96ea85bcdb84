import * as texts from '#texts/auth-failure';

/** Why the auth service did not do what was asked; a closed set, decided by its codes and never by a message's text. */
export type AuthReason =
  | 'invalid_credentials'
  | 'email_not_confirmed'
  | 'email_taken'
  | 'weak_password'
  | 'too_many_attempts'
  | 'link_expired'
  | 'provider_disabled'
  /** The link of a mail is somebody else's than who is logged in on this device. */
  | 'other_user'
  /** No answer at all. */
  | 'unreachable'
  /** The server answered with an error of its own, or with something that is none of the service's answers. */
  | 'server'
  | 'refused';

export class AuthFailure extends Error {
  override readonly name = 'AuthFailure';
  readonly reason: AuthReason;

  /** `message` is the server's own, for people. */
  constructor(reason: AuthReason, message = '', options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * What a notice says below its title: the server's message where it has one, as the specification asks; our own words where
 * there was no answer.
 */
export function describeFailure(error: unknown, fallback: string): string {
  if (!(error instanceof AuthFailure)) return fallback;
  if (error.reason === 'unreachable') {
    return texts.UNREACHABLE;
  }
  if (error.reason === 'server') return texts.SERVER;
  return error.message || fallback;
}
