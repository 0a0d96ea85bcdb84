/** What every dashboard says about its account. */
export const ACTIVE_ACCOUNT = 'Active account';
export const LOOKING_FOR_ACCOUNTS = 'Looking for your accounts…';
