/** The program of `npm start` with the limits and the cost of passwords that every install has. */
import { type SpawnedBackend, spawnBackend } from '../support/backend.ts';

export function spawnInstall(dataDir: string, port = 0): Promise<SpawnedBackend> {
  return spawnBackend({ dataDir, port, env: { AUTH_LIMIT_FACTOR: '1', LITE_AUTH_BCRYPT_COST: '10' } });
}
