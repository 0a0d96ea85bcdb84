/**
 * In the build (unused-parts.config.ts), this replaces a part of Emotion that the app never calls: `withTheme` copies a
 * component's static properties with it. Otherwise everybody who opens the app would load it.
 */
export default function hoistStatics(): never {
  throw new Error('This part of Emotion is left out of the build.');
}
