import { Link } from '@tanstack/react-router';
import * as actions from '#texts/actions';
import { Button } from '#ui/button';

/** The two ways to a login. */
export function LogInLinks() {
  return (
    <>
      <Button asChild variant="outline">
        <Link to="/auth">{actions.LOG_IN}</Link>
      </Button>
      <Button asChild>
        <Link to="/auth" search={{ tab: 'signup' }}>
          {actions.SIGN_UP}
        </Link>
      </Button>
    </>
  );
}
