import { Card } from '#ui/card';

/** As high as the card is with as much as it shows: five lines, which stand side by side on a wide screen. */
const COMING_HEIGHT = { base: '11.75rem', lg: '7.5rem' };

/** Keeps the room of what comes, until that is loaded. */
export function ComingPlace() {
  return <Card aria-hidden padded={false} minHeight={COMING_HEIGHT} />;
}
