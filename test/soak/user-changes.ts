import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { pause } from '../kit/wait.ts'
import type { Caller } from './caller.ts'
import type { Garden } from './garden.ts'
import type { Streams } from './streams.ts'

const TRIES = 20
/** A pool without claims, which actions on its accounts therefore do not disturb. */
const LABELS = { hyperscalerType: 'gcp' }
const ACTIONS = ['hold', 'unhold', 'mark-dirty', 'confirm-clean', 'quarantine', 'lift'] as const

interface Parts {
  readonly garden: Garden
  readonly ends: AbortSignal
}

/** Adds an account, performs every action on it, and removes it; then the next one. */
export async function changeAccounts(parts: Parts & { operator: Caller; streams: Streams }): Promise<void> {
  const { garden, operator, streams, ends } = parts
  for (let n = 0; !ends.aborted; n++) {
    const name = `passing-${n}`
    streams.mark(name)
    await garden.addAccount(name, LABELS)
    await pause(2_000, ends)
    for (const action of ACTIONS) {
      if (ends.aborted) break
      const path = `/api/v1/bindings/CredentialsBinding/${name}/actions/${action}`
      // An action that a fault prevented makes the next one impossible.
      await operator.ask({ method: 'POST', path, body: { reason: 'Soak' }, known: [404, 409, 412] }, TRIES)
      await pause(500, ends)
    }
    await garden.removeBinding(name)
  }
}

const EVERY_MS = 20_000

/** Publishes changed rules: alternately with and without a rule for an unused region. */
export async function changeRules(admin: Caller, ends: AbortSignal): Promise<void> {
  for (let n = 0; !ends.aborted; n++) {
    const rules = n % 2 === 0 ? [...DEFAULT_RULES, 'azure(PR=cf-soak) -> EU'] : DEFAULT_RULES
    const now = await admin.ask({ path: '/api/v1/rules' }, TRIES)
    const body = { document: rules.map(rule => `- ${rule}\n`).join(''), reason: 'Soak' }
    const headers = { 'if-match': now?.etag ?? '"0"' }
    if (now !== null) await admin.ask({ method: 'PUT', path: '/api/v1/rules', body, headers, known: [409, 412] }, TRIES)
    await pause(EVERY_MS, ends)
  }
}
