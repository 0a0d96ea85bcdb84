import type { Device } from '#store/session/device';
import { watchSession } from '#store/session/session-watch';
import * as texts from '#texts/device/session';
import { showToast } from '#ui/toast';

/** Tells that the server has ended the session, until there is one again, in any tab. */
export function sayWhenEnded(device: Device): void {
  let takeDown = () => {};
  watchSession(device, (endedByServer) => {
    takeDown();
    takeDown = endedByServer
      ? showToast({ title: texts.ENDED_TITLE, description: texts.ENDED, tone: 'info', duration: null })
      : () => {};
  });
}
