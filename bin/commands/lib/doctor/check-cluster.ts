import { text } from 'node:stream/consumers'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Access } from '#lib/garden/client/kubeconfig.ts'
import { createTransport } from '#lib/garden/client/transport.ts'
import { VERSION } from '#lib/version.ts'
import { type Checkup, well, wrong } from './checkup.ts'
import { clockCheck } from './clock-check.ts'

/** Seconds: leases and tokens bear no more. */
const MUCH_SKEW = 15
const ANSWER_MS = 15_000

/** Whether an API server answers the console, which version it is, and whether its clock is this one's. */
export async function checkCluster(
  subject: 'Gardener' | 'control plane',
  access: Access,
  clock: () => number = Date.now,
): Promise<{ readonly answers: boolean; readonly checks: readonly Checkup[] }> {
  const userAgent = `hap-console/${VERSION}`
  const transport = createTransport({ access, clock: Date.now, userAgent, gzip: false })
  try {
    const asked = clock()
    const answer = await transport.stream({
      doing: 'ask the API server for its version',
      permission: null,
      method: 'GET',
      path: '/version',
      accept: 'application/json',
      withinMs: ANSWER_MS,
    })
    const { gitVersion } = JSON.parse(await text(answer.body)) as { gitVersion?: string }
    const where = `${access.server} answers: ${gitVersion ?? 'it does not tell its version'}.`
    const between = asked + (clock() - asked) / 2
    const theirs = Date.parse(answer.headers.date ?? '')
    const whose = `the API server of ${subject}`
    const checks = [well(subject, where), clockCheck({ whose, theirs, ours: between, much: MUCH_SKEW })]
    return { answers: true, checks }
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    const fix = `Check the kubeconfig with: kubectl --context ${access.context} version`
    return { answers: false, checks: [wrong(subject, error.message, fix)] }
  } finally {
    transport.close()
  }
}
