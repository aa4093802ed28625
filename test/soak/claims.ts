import { randomNumbers } from '../engine/random.ts'
import { pause } from '../kit/wait.ts'
import type { Acknowledged, DoneAction } from '../stress/history-facts.ts'
import type { StressPool } from '../stress/pools.ts'
import { requestFor } from '../stress/pools.ts'
import type { Caller } from './caller.ts'
import type { Garden } from './garden.ts'

/** The responses to clients; epochs are read from the bindings afterwards. */
export interface Promised {
  readonly acknowledged: Omit<Acknowledged, 'epoch'>[]
  readonly done: DoneAction[]
}

const TRIES = 240
/** Maximum of attempts to confirm an account clean, one per second. */
const LOOKS = 60
/** Maximum time that a client keeps its account, and of its pauses. */
const KEPT_MS = 8_000
const PAUSE_MS = 1_500
/** Number of global accounts that each client uses in turn. */
const TENANTS = 12

interface Parts {
  readonly caller: Caller
  readonly garden: Garden
  readonly promised: Promised
  readonly ends: AbortSignal
  readonly seed: number
}

/** Claims accounts one after the other, runs a cluster on some of them, releases them, and confirms them clean. */
export async function claimAndRelease(client: number, parts: Parts): Promise<void> {
  const random = randomNumbers(parts.seed * 1_000 + client)
  for (let n = 0; !parts.ends.aborted; n++) {
    const pool = random() < 0.2 ? 'shared' : 'own'
    const claim = await claimOne(`soak-${client}-${n}`, `tenant-${client}-${n % TENANTS}`, pool, parts)
    if (claim !== null) {
      const cluster = pool === 'own' && random() < 0.4 ? `c-${client}-${n}` : null
      if (cluster !== null) await parts.garden.addShoot(cluster, claim.binding, claim.tenant)
      if (cluster !== null) await parts.caller.ask(patchOf(claim.id, cluster), TRIES)
      await pause(random() * KEPT_MS, parts.ends)
      if (cluster !== null) await parts.garden.removeShoot(cluster)
      // At the end the client keeps its account, and the history has to show that.
      if (!parts.ends.aborted) await releaseAndClean(claim, parts)
    }
    await pause(random() * PAUSE_MS, parts.ends)
  }
}

async function claimOne(key: string, tenant: string, pool: StressPool, { caller, promised }: Parts) {
  const { globalAccount: _, ...request } = { globalAccount: tenant, ...bodyOf(pool, tenant) }
  const call = {
    method: 'POST',
    path: '/api/v1/claims',
    headers: { 'idempotency-key': key },
    body: { ...request, globalAccount: tenant },
  }
  const answer = await caller.ask(call, TRIES)
  if (answer?.status !== 201) return null
  const { id, account, binding } = answer.body as { id: string; account: string; binding: { name: string } }
  const claim = { key, id, tenant, pool, account, binding: binding.name, acknowledgedAt: Date.now(), releasedAt: null }
  const claimed: Omit<Acknowledged, 'epoch'> = claim
  promised.acknowledged.push(claimed)
  return claimed
}

function bodyOf(pool: StressPool, tenant: string) {
  const { plan, provider, platformRegion, hyperscalerRegion } = requestFor(pool, tenant)
  return { plan, provider, platformRegion, hyperscalerRegion }
}

function patchOf(id: string, cluster: string) {
  return { method: 'PATCH', path: `/api/v1/claims/${id}`, body: { cluster } }
}

async function releaseAndClean(claim: Omit<Acknowledged, 'epoch'>, parts: Parts): Promise<void> {
  const { caller, promised, ends } = parts
  claim.releasedAt = Date.now()
  await caller.ask({ method: 'DELETE', path: `/api/v1/claims/${claim.id}` }, TRIES)
  if (claim.pool === 'shared') return
  const path = `/api/v1/bindings/CredentialsBinding/${claim.binding}`
  for (let looks = 0; looks < LOOKS && !ends.aborted; looks++) {
    const askedAt = Date.now()
    const body = { reason: 'Looked at by the soak' }
    const answer = await caller.ask(
      { method: 'POST', path: `${path}/actions/confirm-clean`, body, known: [409, 412] },
      1,
    )
    if (answer?.status === 200) {
      promised.done.push({ binding: claim.binding, askedAt, answeredAt: Date.now() })
      return
    }
    await pause(1_000, ends)
  }
}
