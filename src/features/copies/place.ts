/** The part of the settings' address that leads to copies. */
export const YOUR_DATA = 'your-data';
