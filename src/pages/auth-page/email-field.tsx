import * as terms from '#texts/terms';
import { TextField } from '#ui/text-field';

/** The e-mail field, in the form that password managers recognise as the user name. */
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
