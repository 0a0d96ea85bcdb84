/** An edge function for tests. It returns its request and the settings that it sees. */
declare const Deno: {
  serve(handler: (request: Request) => Promise<Response>): void;
  env: { get(name: string): string | undefined };
};

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
  if (request.headers.get('x-fail') !== null) throw new Error('a function that fails');
  return Response.json({
    given: await request.json(),
    url: Deno.env.get('SUPABASE_URL'),
    path: Deno.env.get('PATH') ?? null,
  });
});
