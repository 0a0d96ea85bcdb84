import { isEmailAddress } from '#domain/sharing/email-address';
import * as texts from '#texts/auth/auth';
import type { FieldErrors } from './use-submit.ts';

/** Both fields are required. Only the auth service knows what a valid password is. */
export function checkCredentials(email: string, password: string): FieldErrors<'email' | 'password'> {
  return { ...checkEmail(email), ...checkPassword(password) };
}

export function checkEmail(email: string): FieldErrors<'email'> {
  if (email.trim() === '') return { email: texts.EMAIL_MISSING };
  if (!isEmailAddress(email.trim())) return { email: texts.EMAIL_INVALID };
  return {};
}

function checkPassword(password: string): FieldErrors<'password'> {
  return password === '' ? { password: texts.PASSWORD_MISSING } : {};
}
