import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '#ui/button';
import { LogOut } from './log-out.tsx';

/** A button that logs out. It asks first when something has not reached the server. A toast tells the outcome. */
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
