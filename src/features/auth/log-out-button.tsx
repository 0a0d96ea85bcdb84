import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '#ui/button';
import { LogOut } from './log-out.tsx';

/** Logs out; asks first when something has not reached the server. */
export function LogOutButton({
  children,
  ...button
}: Omit<ButtonProps, 'onClick' | 'children'> & { children: ReactNode }) {
  return (
    <LogOut>
      {(logOut) => (
        <Button {...button} onClick={logOut}>
          {children}
        </Button>
      )}
    </LogOut>
  );
}
