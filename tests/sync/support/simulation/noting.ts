import * as v from 'valibot';
import type { MailCall } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import { PushMutations } from '../../../../sync/protocol.ts';
import type { Remote } from '../../../../sync/remote.ts';
import { strikeByPull, strikeByVerdicts } from '../faults/rare-answers.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { comparable, nameOf } from './comparable.ts';
import type { Stage } from './stage.ts';

/** The part of the world that hears the server. */
interface Noted extends Pick<Stage, 'server' | 'witness' | 'sent'> {
  readonly devices: readonly SimulatedDevice[];
  /** The server's responses, in order. */
  readonly verdicts: unknown[];
}

/** Returns the server for a user, and notes its verdicts. */
export function noting(world: Noted, userId: string, device: SimulatedDevice): Remote {
  const remote = world.server.as(userId, world.devices.indexOf(device));
  return {
    ...remote,
    push: async (userId, mutations) => {
      const answer = await remote.push(userId, mutations);
      const whole = v.parse(PushMutations, mutations);
      for (const [index, { operations }] of whole.entries()) {
        world.verdicts.push([operations.map(nameOf), comparable(answer.verdicts[index])]);
      }
      world.witness.decided(whole, answer.verdicts, answer.epoch);
      strikeByVerdicts(whole, answer.verdicts);
      return answer;
    },
    pull: async (...question) => {
      const answer = await remote.pull(...question);
      strikeByPull(answer);
      return answer;
    },
    sendInvitation: async (userId, id, draft) =>
      mailed(world, 'invitation.send', await remote.sendInvitation(userId, id, draft)),
    resendInvitation: async (userId, id, invitation) =>
      mailed(world, 'invitation.resend', await remote.resendInvitation(userId, id, invitation)),
  };
}

function mailed(world: Noted, name: MailCall['name'], verdict: Verdict): Verdict {
  world.sent.set(verdict.id, verdict);
  world.verdicts.push([name, comparable(verdict)]);
  return verdict;
}
