import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as texts from '#texts/pages/not-found';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { SearchIcon } from '#ui/icons';

/** For addresses that lead nowhere; each one is logged. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error(`404: no such route: ${pathname}`);
  }, [pathname]);
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={texts.TITLE}
      titleAs="h1"
      action={
        <Button asChild>
          <Link to="/">{texts.RETURN_HOME}</Link>
        </Button>
      }
    >
      {texts.EXPLANATION}
    </EmptyState>
  );
}
