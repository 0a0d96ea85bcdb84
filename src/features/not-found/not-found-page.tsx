import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { SearchIcon } from '#ui/icons';

/** For addresses that lead nowhere; each is logged. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error(`404: no such route: ${pathname}`);
  }, [pathname]);
  return (
    <EmptyState
      icon={<SearchIcon />}
      title="Oops! Page not found"
      titleAs="h1"
      action={
        <Button asChild>
          <Link to="/">Return to Home</Link>
        </Button>
      }
    >
      There is nothing at this address (404).
    </EmptyState>
  );
}
