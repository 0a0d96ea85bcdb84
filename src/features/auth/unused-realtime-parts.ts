/**
 * In the build (unused-parts.config.ts), this replaces a part of the realtime client that the app never calls: filters
 * for changes of tables. The app listens to broadcasts only.
 */
class Unused {}

function unused(): never {
  throw new Error('This part of the realtime client is left out of the build.');
}

export { Unused as RealtimePostgresFilterBuilder, unused as postgresChangesFilter };
