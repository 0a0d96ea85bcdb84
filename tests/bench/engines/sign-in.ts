/** A session for pages that call the backend without the app. */
export interface Reached {
  url: string;
  anonKey: string;
  email: string;
  password: string;
}

export async function signIn({ url, anonKey, email, password }: Reached): Promise<{ token: string; userId: string }> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const session: { access_token: string; user: { id: string } } = await response.json();
  return { token: session.access_token, userId: session.user.id };
}
