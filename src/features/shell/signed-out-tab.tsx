import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { ChartPieIcon, TargetIcon, WalletIcon } from '#ui/icons';
import { GoogleMark } from '../auth/provider-marks.tsx';
import type { MainTab } from './main-tab.ts';

const prompts = {
  accounts: { text: 'Please log in to view your accounts.', icon: <WalletIcon /> },
  budgets: { text: 'Please log in to view your budgets.', icon: <TargetIcon /> },
  reports: { text: 'Please log in to view your financial reports.', icon: <ChartPieIcon /> },
};

/** What visitors see of the main page. */
export function SignedOutTab({ tab }: { tab: MainTab }) {
  if (tab === 'dashboard') return <Welcome />;
  const { text, icon } = prompts[tab];
  return (
    <EmptyState
      icon={icon}
      title={text}
      action={
        <Button asChild>
          <Link to="/auth">Log in</Link>
        </Button>
      }
    />
  );
}

const promises = [
  ['Works without a network', 'What you enter is saved on this device at once and carried over when you are back.'],
  ['Shared, to the cent', 'Everyone you share an account with sees the same rows and the same balance.'],
  ['Nothing gets lost', 'Every entry says whether it waits, has arrived, or needs your attention.'],
];

function Welcome() {
  return (
    <chakra.div py={{ base: '8', md: '16' }} maxWidth="46rem">
      <chakra.h2 fontSize={{ base: 'figure', md: '2.5rem' }} letterSpacing="figure" maxWidth="20ch">
        Welcome to Carryover
      </chakra.h2>
      <chakra.p color="fg.muted" fontSize="md" mt="4" maxWidth="36rem" textWrap="pretty">
        Keep your accounts, income and expenses in one calm place, on every device and with everyone who shares them.
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="3" mt="7">
        <Button asChild size="lg">
          <Link to="/auth">Log in with Email</Link>
        </Button>
        <Button asChild size="lg" variant="outline">
          <Link to="/auth">
            <GoogleMark />
            Continue with Google
          </Link>
        </Button>
      </chakra.div>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
        gap="6"
        mt={{ base: '10', md: '16' }}
        pt="6"
        borderTopWidth="1px"
        borderColor="line"
      >
        {promises.map(([title, text]) => (
          <div key={title}>
            <chakra.dt fontWeight="medium">{title}</chakra.dt>
            <chakra.dd color="fg.muted" mt="1">
              {text}
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
    </chakra.div>
  );
}
