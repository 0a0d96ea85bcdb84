import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { leaveToasts } from '#ui/toast';

/** Takes the toasts of a screen away when the user goes to another one. A dialog in the address is no other screen. */
export function LeavingToasts() {
  const screen = useLocation({ select: ({ pathname, search }) => `${pathname} ${'tab' in search ? search.tab : ''}` });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is why they go
  useEffect(leaveToasts, [screen]);
  return null;
}
