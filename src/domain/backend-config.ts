/** Where the backend is and the publishable key to ask it with: what GET /config.json says. */
import * as v from 'valibot';

export const BackendConfig = v.object({
  supabaseUrl: v.string(),
  supabaseKey: v.string(),
  /** Whether the backend has no mail server, so that its mails stay on its machine. A hosted project does not say. */
  keepsMails: v.optional(v.boolean()),
});
export type BackendConfig = v.InferOutput<typeof BackendConfig>;
