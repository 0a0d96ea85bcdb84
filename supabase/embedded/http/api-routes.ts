import type { AuthRouteOptions } from '../auth/auth-call.ts';
import { createAuthRoute } from '../auth/auth-route.ts';
import { type IsOpenSession, withOpenSession } from '../auth/open-sessions.ts';
import { createFunctionRoute, type FunctionRouteOptions } from '../function-route.ts';
import { createRestRoute, type RestRouteOptions } from '../rest/rest-route.ts';
import type { Route } from './route.ts';

export type ApiRoutesOptions = RestRouteOptions &
  AuthRouteOptions &
  FunctionRouteOptions & { isOpenSession: IsOpenSession };

/** /rest/v1, /auth/v1 and /functions/v1. */
export function createApiRoutes(options: ApiRoutesOptions): { rest: Route; auth: Route; functions: Route } {
  const { secrets, isOpenSession } = options;
  return {
    rest: withOpenSession(createRestRoute(options), secrets, isOpenSession),
    // The auth library checks the session itself.
    auth: createAuthRoute(options),
    functions: withOpenSession(createFunctionRoute(options), secrets, isOpenSession),
  };
}
