import { act } from '@testing-library/react';

/**
 * Runs an action that opens a part which is loaded then. If nobody awaits the act, React may never draw a suspended
 * part.
 */
export async function opening(press: () => void): Promise<void> {
  await act(async () => press());
}
