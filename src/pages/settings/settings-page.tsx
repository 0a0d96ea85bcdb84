import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import * as actions from '#texts/actions';
import * as categoryTexts from '#texts/books/categories';
import * as texts from '#texts/pages/settings';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { ArrowLeftIcon, LogOutIcon } from '#ui/icons';
import { onDemand } from '#ui/on-demand';
import { Tabs } from '#ui/tabs';
import { LogOutButton } from '../../features/log-out/log-out-button.tsx';
import { OwnershipOffers } from '../../features/sign-in-settings/ownership-offers.tsx';
import { useActor, useSession } from '../../session/session.ts';
import { AppearanceChoice } from './appearance-choice.tsx';
import { LogInNeeded } from './log-in-needed.tsx';
import { NoLoginCard } from './no-login-card.tsx';

const CategoryManager = onDemand(async () => ({
  default: (await import('../../features/categories/category-manager.tsx')).CategoryManager,
}));
const UserAccess = onDemand(async () => ({
  default: (await import('../../features/sharing/user-access.tsx')).UserAccess,
}));
const ManageAccess = onDemand(async () => ({
  default: (await import('../../features/sharing/manage-access.tsx')).ManageAccess,
}));
const YourData = onDemand(async () => ({ default: (await import('../../features/copies/your-data.tsx')).YourData }));
const BudgetSettings = onDemand(async () => ({
  default: (await import('../../features/budgets/budget-settings.tsx')).BudgetSettings,
}));

const TABS = [
  { value: 'categoryManager', label: categoryTexts.TITLE },
  { value: 'userAccess', label: texts.USER_ACCESS_TAB },
  { value: 'budget', label: terms.BUDGET },
  { value: 'manageAccess', label: actions.MANAGE_ACCESS },
] as const;

type SettingsTab = (typeof TABS)[number]['value'];

interface SettingsPageProps {
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
  /** The budget to open for editing. */
  budgetId?: string | undefined;
  /** The account or budget to invite others to. */
  account?: string | undefined;
  budget?: string | undefined;
}

/** Categories, budgets and access; below them copies of everything, and the log-out or the appearance. */
export function SettingsPage({ tab, onTab, ...chosen }: SettingsPageProps) {
  const { status, demo } = useSession();
  const isLocal = status === 'on_device';
  // Who is signed in has it in the account menu.
  const hasAppearance = isLocal || demo;
  return (
    <chakra.div display="flex" flexDirection="column" gap="5" maxWidth="48rem" width="full">
      <chakra.div>
        <chakra.div ms="-3" mb="2">
          <Button asChild variant="ghost" size="sm">
            <Link to="/">
              <ArrowLeftIcon aria-hidden />
              {actions.BACK_TO_DASHBOARD}
            </Link>
          </Button>
        </chakra.div>
        <chakra.h1 fontSize="lg">{terms.SETTINGS}</chakra.h1>
      </chakra.div>
      <div>
        <Tabs label={terms.SETTINGS} value={tab} tabs={TABS} onChange={onTab}>
          <Suspense>
            <Panel tab={tab} isLocal={isLocal} {...chosen} />
          </Suspense>
        </Tabs>
      </div>
      {hasAppearance && <AppearanceCard />}
      <Suspense>{demo ? null : <YourData />}</Suspense>
      {isLocal ? <NoLoginCard /> : <LoginCard />}
    </chakra.div>
  );
}

function AppearanceCard() {
  return (
    <Card aria-labelledby="appearance">
      <chakra.h2 id="appearance" fontSize="md">
        {texts.APPEARANCE}
      </chakra.h2>
      <chakra.p color="fg.muted" mt="1" mb="4">
        {texts.APPEARANCE_EXPLANATION}
      </chakra.p>
      <AppearanceChoice hideLabel />
    </Card>
  );
}

function LoginCard() {
  const { email } = useActor();
  return (
    <Card aria-labelledby="login">
      <chakra.h2 id="login" fontSize="md">
        {texts.LOGIN_TITLE}
      </chakra.h2>
      <chakra.div mt="2" display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
        <chakra.p color="fg.muted" overflowWrap="anywhere">
          {texts.loggedInAs(email)}
        </chakra.p>
        <LogOutButton variant="outline">
          <LogOutIcon aria-hidden />
          {actions.LOG_OUT}
        </LogOutButton>
      </chakra.div>
    </Card>
  );
}

function Panel(props: Omit<SettingsPageProps, 'onTab'> & { isLocal: boolean }) {
  const { tab, isLocal, budgetId, account, budget } = props;
  if (isLocal && (tab === 'userAccess' || tab === 'manageAccess')) return <LogInNeeded />;
  switch (tab) {
    case 'categoryManager':
      return <CategoryManager />;
    case 'userAccess':
      return <UserAccess preselected={{ account, budget }} />;
    case 'budget':
      return <BudgetSettings budgetId={budgetId} />;
    case 'manageAccess':
      return (
        <chakra.div display="flex" flexDirection="column" gap="5">
          <OffersOfUser />
          <ManageAccess first={budget === undefined ? 'account' : 'budget'} />
        </chakra.div>
      );
  }
}

/** The server knows of them, and the demo has none. */
function OffersOfUser() {
  const { demo } = useSession();
  return demo ? null : <OwnershipOffers />;
}
