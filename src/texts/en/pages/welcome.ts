/** What visitors read of the main page. */
export const TITLE = 'Welcome to Carryover';
export const PURPOSE =
  'Keep your accounts, income and expenses in one calm place, on every device and with everyone who shares them.';
export const LOG_IN_WITH_EMAIL = 'Log in with Email';
export const CONTINUE_WITH_GOOGLE = 'Continue with Google';
export const START = 'Start on this device';
export const START_EXPLANATION = 'No login and no network needed. You can sign up later and bring your entries along.';
/** Stands before the link to the demo. */
export const DEMO_PROMPT = 'Or look around first:';
export const DEMO = 'Try with sample data';

export const OFFLINE_TITLE = 'Works without a network';
export const OFFLINE = 'What you enter is saved on this device at once and carried over when you are back.';
export const SHARED_TITLE = 'Shared, to the cent';
export const SHARED = 'Everyone you share an account with sees the same rows and the same balance.';
export const SAFE_TITLE = 'Nothing gets lost';
export const SAFE = 'Every entry says whether it waits, has arrived, or needs your attention.';

export const ACCOUNTS_PROMPT = 'Please log in to view your accounts.';
export const BUDGETS_PROMPT = 'Please log in to view your budgets.';
export const REPORTS_PROMPT = 'Please log in to view your financial reports.';
export const UPCOMING_PROMPT = 'Please log in to view what comes.';

export const SHARED_TEXT_TITLE = 'Log in to add what you shared';
export const SHARED_TEXT = 'It waits in this tab until then.';

/** Of the picture of a ledger. */
export const MARKET = 'Farmers market';
export const FOOD = 'Food';
export const WAGE = 'November salary';
export const SALARY = 'Salary';
export const RENT = 'Rent';
export const HOUSING = 'Housing';
