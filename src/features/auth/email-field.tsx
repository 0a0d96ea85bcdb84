import * as terms from '#texts/terms';
import { TextField } from '#ui/text-field';

/** The e-mail that names the user, as password managers know it. */
export function EmailField(props: { email: string; onEmail: (email: string) => void; error: string | undefined }) {
  const { email, onEmail, error } = props;
  return (
    <TextField
      label={terms.EMAIL}
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={email}
      onChange={(event) => onEmail(event.target.value)}
      error={error}
    />
  );
}
