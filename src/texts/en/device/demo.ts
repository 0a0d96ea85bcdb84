export const MARK = 'Sample data';
export const EXPLANATION =
  'This is sample data. Nothing here is saved to an account or sent anywhere, and all of it is deleted when you leave.';
export const LEAVE = 'Leave demo';
