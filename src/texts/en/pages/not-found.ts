export const TITLE = 'Oops! Page not found';
export const EXPLANATION = 'There is nothing at this address (404).';
export const RETURN_HOME = 'Return to Home';
