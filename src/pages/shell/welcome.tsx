import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import * as texts from '#texts/pages/welcome';
import { Button } from '#ui/button';
import { StartButton } from '../../features/local/start-button.tsx';
import { DEMO_PATH } from '../addresses/demo-path.ts';
import { GoogleMark } from '../auth-page/provider-marks.tsx';
import { WelcomePicture } from './welcome-picture.tsx';

const promises = [
  [texts.OFFLINE_TITLE, texts.OFFLINE],
  [texts.SHARED_TITLE, texts.SHARED],
  [texts.SAFE_TITLE, texts.SAFE],
];

/** The dashboard of a visitor: what the app is for, two ways to log in, and two ways to begin without. */
export function Welcome() {
  return (
    <chakra.div py={{ base: '6', md: '14' }}>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="16">
        <div>
          <chakra.h2 fontSize={{ base: 'figure', md: '2.5rem' }} letterSpacing="figure">
            {texts.TITLE}
          </chakra.h2>
          <chakra.p color="fg.muted" fontSize="md" mt="4" maxWidth="32rem" textWrap="pretty">
            {texts.PURPOSE}
          </chakra.p>
          <chakra.div display="flex" flexWrap="wrap" gap="3" mt="7">
            <Button asChild size="lg">
              <Link to="/auth">{texts.LOG_IN_WITH_EMAIL}</Link>
            </Button>
            <Button asChild size="lg" variant="outline">
              <Link to="/auth">
                <GoogleMark />
                {texts.CONTINUE_WITH_GOOGLE}
              </Link>
            </Button>
          </chakra.div>
          <chakra.div mt="3" display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2">
            <StartButton />
            <chakra.p color="fg.muted" flex="1 1 16rem" maxWidth="24rem" textWrap="pretty">
              {texts.START_EXPLANATION}
            </chakra.p>
          </chakra.div>
          <chakra.p mt="4" color="fg.muted">
            {texts.DEMO_PROMPT}{' '}
            <Button asChild variant="plain" size="inline">
              <a href={DEMO_PATH}>{texts.DEMO}</a>
            </Button>
          </chakra.p>
        </div>
        <WelcomePicture />
      </chakra.div>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
        gap={{ base: '5', md: '10' }}
        mt={{ base: '10', md: '14' }}
        pt="6"
        borderTopWidth="1px"
        borderColor="line"
      >
        {promises.map(([title, text]) => (
          <div key={title}>
            <chakra.dt fontWeight="medium">{title}</chakra.dt>
            <chakra.dd color="fg.muted" mt="1" textWrap="pretty">
              {text}
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
    </chakra.div>
  );
}
