import type { FieldErrors } from './use-submit.ts';

/** Both are required; what a password must be like, only the auth service knows. */
export function checkCredentials(email: string, password: string): FieldErrors<'email' | 'password'> {
  return { ...checkEmail(email), ...checkPassword(password) };
}

export function checkEmail(email: string): FieldErrors<'email'> {
  if (email.trim() === '') return { email: 'Enter your email address.' };
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) return { email: 'Enter an address like name@example.com.' };
  return {};
}

export function checkPassword(password: string): FieldErrors<'password'> {
  return password === '' ? { password: 'Enter your password.' } : {};
}
