import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as texts from '#texts/auth/auth';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { useAuth } from '../../features/auth/auth.tsx';
import type { OAuthProvider } from '../../features/auth/auth-client.ts';
import { AuthFailure, describeFailure } from '../../features/auth/auth-failure.ts';
import { GitHubMark, GoogleMark } from './provider-marks.tsx';
import { useFailureToast } from './use-failure-toast.ts';

const names: Record<OAuthProvider, string> = { google: texts.GOOGLE, github: texts.GITHUB };

/** Third-party sign-in. When the backend does not offer a provider, this page says so. */
export function SocialButtons() {
  const loadAuth = useAuth();
  const failure = useFailureToast();
  const [missing, setMissing] = useState<OAuthProvider | null>(null);

  const logInWith = async (provider: OAuthProvider) => {
    failure.clear();
    setMissing(null);
    try {
      const auth = await loadAuth();
      await auth.logInWith(provider);
    } catch (error) {
      if (error instanceof AuthFailure && error.reason === 'provider_disabled') return setMissing(provider);
      failure.say(texts.LOG_IN_FAILED, describeFailure(error, texts.LOG_IN_ERROR));
    }
  };

  return (
    <chakra.div mt="6">
      <chakra.div display="flex" alignItems="center" gap="3" mb="4" color="fg.muted" fontSize="xs">
        <chakra.span flex="1" height="1px" bg="line" />
        {texts.PROVIDERS}
        <chakra.span flex="1" height="1px" bg="line" />
      </chakra.div>
      <chakra.div display="grid" gridTemplateColumns="repeat(auto-fit, minmax(8rem, 1fr))" gap="3">
        <Button variant="outline" size="lg" onClick={() => void logInWith('google')}>
          <GoogleMark />
          {names.google}
        </Button>
        <Button variant="outline" size="lg" onClick={() => void logInWith('github')}>
          <GitHubMark />
          {names.github}
        </Button>
      </chakra.div>
      {missing && (
        <chakra.div mt="4">
          <Alert tone="error" title={texts.providerMissingTitle(names[missing])}>
            {texts.PROVIDER_MISSING}
          </Alert>
        </chakra.div>
      )}
    </chakra.div>
  );
}
