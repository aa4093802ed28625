import type { FaultInput } from '#embedded-garden/faults/fault.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { pause } from '../kit/wait.ts'
import type { Tally } from './tally.ts'

/** Of the console, not of the witness. */
const userAgent = 'hap-console/0'
const BINDINGS = 'credentialsbindings.security.gardener.cloud'

/** Faults of an API server. */
const FAULTS: Readonly<Record<string, FaultInput>> = {
  '409': {
    match: { userAgent, verb: 'patch', resource: BINDINGS },
    mishap: { type: 'status', status: 409, reason: 'Conflict' },
  },
  '410': { match: { userAgent, verb: 'watch' }, mishap: { type: 'expire-watch' } },
  '429': {
    match: { userAgent },
    times: 3,
    mishap: { type: 'status', status: 429, reason: 'TooManyRequests', retryAfterSeconds: 1 },
  },
  '500': { match: { userAgent }, mishap: { type: 'status', status: 500, reason: 'InternalError' } },
  '503': { match: { userAgent }, mishap: { type: 'status', status: 503, text: 'service unavailable' } },
  reset: { match: { userAgent }, mishap: { type: 'reset' } },
  'lost answer': { match: { userAgent, verb: 'patch', resource: BINDINGS }, mishap: { type: 'lose-answer' } },
  'broken watch': { match: { userAgent, verb: 'watch' }, mishap: { type: 'drop-watch', afterMs: 2_000 } },
  delay: { match: { userAgent }, times: 5, mishap: { type: 'delay', ms: 1_500 } },
}

/** Injects one fault after the other between the console and the embedded garden. */
export async function injectFaults(
  kubeconfig: string,
  everyMs: number,
  tally: Tally,
  ends: AbortSignal,
): Promise<void> {
  const client = createGardenClient({ access: loadKubeconfig(kubeconfig), version: 'soak' })
  const kinds = Object.entries(FAULTS)
  for (let n = 0; !ends.aborted; n++) {
    const [kind, fault] = kinds[n % kinds.length] ?? []
    const call = { doing: 'steer the garden', permission: null, method: 'POST', path: '/garden/faults' }
    try {
      await client.request({ ...call, body: JSON.stringify(fault) })
      tally.count(`injected ${kind}`)
    } catch {
      // The garden is being restarted.
    }
    await pause(everyMs, ends)
  }
  client.close()
}
