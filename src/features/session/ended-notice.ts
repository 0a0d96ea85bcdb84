import type { Device } from '#store/device';
import { watchSession } from '#store/session-watch';
import * as texts from '#texts/session';
import { notify } from '#ui/notices';

/** Says that the server has ended the session, until there is one again, in whichever tab. */
export function sayWhenEnded(device: Device): void {
  let takeDown = () => {};
  watchSession(device, (endedByServer) => {
    takeDown();
    takeDown = endedByServer
      ? notify({ title: texts.ENDED_TITLE, description: texts.ENDED, tone: 'info', duration: null })
      : () => {};
  });
}
