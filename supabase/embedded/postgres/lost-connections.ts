import { describeError, type Log } from '../log.ts';
import { isConnectionError } from './connection-error.ts';

/**
 * Keeps the process alive when a connection to the database breaks while it opens. postgres.js then asks for the types
 * of arrays, and nobody catches a failure of that. The query that opened the connection fails, too, and is handled.
 * Other uncaught rejections end the process as before.
 */
export function outliveLostConnections(log: Log): void {
  process.on('unhandledRejection', (error) => {
    if (!isConnectionError(error)) throw error;
    log('database.connection_lost', describeError(error));
  });
}
