export const MARK = 'Sample data';
export const EXPLANATION =
  'You are looking around with sample data. Nothing here is saved to an account or sent anywhere, and it is deleted when you leave.';
export const LEAVE = 'Leave demo';
