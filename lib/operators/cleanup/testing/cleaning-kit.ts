import { type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { ACTION_VERBS } from '#lib/services/actions/action-service.ts'
import { Secret } from '#lib/util/secret.ts'
import { type ActionKit, OPERATOR } from '../../../../test/garden/action-kit.ts'
import { waitUntil } from '../../../../test/kit/wait.ts'
import { type Cleaning, cleanAccount } from '../clean-account.ts'
import { CommonFailures } from '../cleaner-error.ts'
import { SYSTEM_CLEANING } from '../cleaning-state.ts'
import type { CleanupContext } from '../cleanup-context.ts'
import { type CloudStandIn, PROJECT } from './cloud-kit.ts'

/** Cleaning of accounts of an embedded garden at a provider that a local server plays, with a clock that can be moved. */
export class CleaningKit {
  readonly #kit: ActionKit
  readonly #cloud: CloudStandIn
  aheadMs = 0
  readonly failures = new CommonFailures()

  constructor(kit: ActionKit, cloud: CloudStandIn) {
    this.#kit = kit
    this.#cloud = cloud
  }

  readonly now = () => Date.now() + this.aheadMs

  context(part: Partial<CleanupContext> = {}): CleanupContext {
    return {
      actions: this.#kit.context({ now: this.now }),
      cleaners: new Map([[this.#cloud.cleaner.provider, this.#cloud.cleaner]]),
      readSecret: async () => new Secret(this.#cloud.secret),
      project: PROJECT,
      deletes: true,
      protectedNames: new Set(),
      owner: 'one',
      timing: SYSTEM_CLEANING,
      deadlineMs: 20_000,
      failures: this.failures,
      random: () => 0.5,
      ...part,
    }
  }

  /** A dirty binding without clusters, alone on its account; another one at each call. */
  async dirty(): Promise<Binding> {
    const { kind, namespace, name } = this.#kit.idle()
    const binding = { kind, namespace, name }
    const result = await ACTION_VERBS['mark-dirty'].perform(
      this.#kit.context(),
      OPERATOR,
      { binding, reason: 'x' },
      { requestId: null },
    )
    if (result.status !== 'done') throw new Error(`it is ${result.status}`)
    this.#kit.audit.clear()
    await this.#seen(result.now)
    return result.now
  }

  /** Inspects once at the requested time; the inventory shows the result. */
  async look(ref: BindingRef, part: Partial<CleanupContext> = {}): Promise<Cleaning> {
    const before = await this.#kit.observer.read(ref)
    const note = before.annotations['hap.kyma-project.io/cleaning']
    const next = note === undefined ? 0 : JSON.parse(note).next
    this.aheadMs = Math.max(this.aheadMs, next - Date.now())
    const cleaning = await cleanAccount(this.context(part), before, AbortSignal.timeout(60_000))
    await this.#seen(await this.#kit.observer.read(ref))
    return cleaning
  }

  #seen(binding: Binding): Promise<void> {
    return waitUntil(
      () => this.#kit.inventory.binding(bindingKey(binding))?.resourceVersion === binding.resourceVersion,
    )
  }
}

export function refOf({ kind, namespace, name }: BindingRef): BindingRef {
  return { kind, namespace, name }
}
