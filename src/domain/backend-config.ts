/** Where the backend is and the publishable key to ask it with: what GET /config.json says. */
import * as v from 'valibot';

export const BackendConfig = v.object({ supabaseUrl: v.string(), supabaseKey: v.string() });
export type BackendConfig = v.InferOutput<typeof BackendConfig>;
