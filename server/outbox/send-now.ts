import { setTimeout as pause } from 'node:timers/promises'
import type { LatestChannel } from './channel.ts'
import type { Claim } from './queue.ts'
import { type SendServices, sendMessage } from './send-message.ts'

/** `failed`: the loop retries, if the project still exists. */
export type SendResult = 'sent' | 'sent before' | 'failed'

const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 500
/** How long to wait for another server's attempt. The visitor's request has the same deadline. */
const MAX_WAIT_MS = 15_000

/** Sends the message that a visitor waits for. If another server or the loop is sending it, waits for the outcome. */
export async function sendNow(
  { projectId, channel }: { readonly projectId: string; readonly channel: LatestChannel },
  first: Claim,
  services: SendServices,
): Promise<SendResult> {
  const giveUpAt = performance.now() + MAX_WAIT_MS
  let claim = first
  let pauseMs = FIRST_PAUSE_MS
  while (true) {
    if (claim.kind === 'nothing to send') return 'sent before'
    if (claim.kind === 'claimed') {
      const outcome = await sendMessage(claim.claimed, services)
      if (outcome !== 'lost') return outcome
    }
    // 'none': the project has been deleted, so there is nothing to wait for.
    if (claim.kind === 'none' || performance.now() > giveUpAt) return 'failed'
    await pause(pauseMs)
    pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)
    claim = await services.queue.claimLatest(projectId, channel)
  }
}
