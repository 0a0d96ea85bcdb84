export const TAGLINE = 'Manage your finances with ease';
export const BACK_HOME = 'Back to Home';
export const TABS_LABEL = 'Log in or sign up';
export const LOG_IN_TAB = 'Login';
export const SIGN_UP_TAB = 'Sign Up';

export const OFFLINE_TITLE = 'Signing in needs a connection once';
export const OFFLINE = 'After that, Carryover works without one.';
export const INVITED_TITLE = 'You are invited';
export const INVITED = 'Log in, or sign up, with the address that was invited.';
export const CONFIRMED = 'Your address needs no confirmation here: you can log in now.';

export const PASSWORD = 'Password';
export const EMAIL_MISSING = 'Enter your email address.';
export const EMAIL_INVALID = 'Enter an address like name@example.com.';
export const PASSWORD_MISSING = 'Enter your password.';

export const LOGGING_IN = 'Logging in…';
export const LOGGED_IN = 'Login successful';
export const LOG_IN_FAILED = 'Login failed';
export const LOG_IN_REFUSED = 'Invalid credentials';
export const LOG_IN_ERROR = 'An error occurred during login.';
export const FORGOT_PASSWORD = 'Forgot password?';
export const SIGNING_IN = 'Signing you in…';

export const SIGNING_UP = 'Signing up…';
export const SIGNED_UP = 'Sign up successful';
export const CHECK_EMAIL = 'Please check your email for verification instructions.';
export const SIGN_UP_FAILED = 'Sign up failed';
export const SIGN_UP_ERROR = 'An error occurred during sign up.';

export const RECOVERY_TITLE = 'Reset your password';
export const RECOVERY_EXPLANATION = 'We send you a link that lets you choose a new one.';
export const RECOVERY_SENT_TITLE = 'Check your email';
export const RECOVERY_FAILED = 'Password reset failed';
export const RECOVERY_ERROR = 'The mail could not be sent.';
export const SEND_LINK = 'Send link';
export const BACK_TO_LOG_IN = 'Back to Login';

export const NEW_PASSWORD_TITLE = 'Choose a new password';
export const NEW_PASSWORD = 'New password';
export const PRESENT_PASSWORD = 'Present password';
export const NEW_PASSWORD_MISSING = 'Enter a new password.';
export const NEW_PASSWORD_SAVED = 'Password updated';
export const NEW_PASSWORD_ERROR = 'The password could not be changed.';
export const SAVE_PASSWORD = 'Save password';

export const HALF_CONFIRMED_TITLE = 'This mailbox has confirmed';
export const HALF_CONFIRMED = 'Now open the link in the mail to your other address. The address changes after that.';

export const PROVIDERS = 'Or continue with';
export const GOOGLE = 'Google';
export const GITHUB = 'GitHub';
export const PROVIDER_MISSING = 'Please check the authentication settings of this server, or log in with your email.';

/** `refusal` is the server's message, without a full stop. */
export function unconfirmed(refusal: string): string {
  return `${refusal}. Open the link in the mail that we sent you. Signing up once more sends another.`;
}

export function recoverySent(email: string): string {
  return `If ${email} has an account, the link is on its way.`;
}

export function newPasswordOf(email: string): string {
  return `For ${email}, on every device.`;
}

export function providerMissingTitle(provider: string): string {
  return `The ${provider} login provider is not enabled`;
}
