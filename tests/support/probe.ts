import { fileURLToPath } from 'node:url';

/** The folder of a migration with one table and a few functions, for tests of the backend without the app's schema. */
export const probeSchema = fileURLToPath(new URL('./probe-schema/', import.meta.url));
