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
      title="404"
      action={
        <Button asChild>
          <Link to="/">Return to Home</Link>
        </Button>
      }
    >
      Oops! Page not found
    </EmptyState>
  );
}
