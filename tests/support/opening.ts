import { act } from '@testing-library/react';

/** Does what opens a part that is loaded then: what suspends in an act that nobody awaits, React may never draw. */
export async function opening(press: () => void): Promise<void> {
  await act(async () => press());
}
