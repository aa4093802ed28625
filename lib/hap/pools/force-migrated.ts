import type { Binding } from './binding.ts'
import type { HapLabels } from './labels.ts'
import type { Pool } from './pool.ts'
import type { PooledBinding } from './pooled-binding.ts'

/**
 * A CredentialsBinding to which Gardener moved the clusters of a SecretBinding, without its labels. No selector finds it, and KEB no
 * longer knows whose the account is.
 */
export interface Migration {
  readonly binding: Binding
  /** The labels it should carry: those of the binding it replaces, or what the claims of the account say. */
  readonly labels: HapLabels
  /** The labelled binding of the account; null when it is gone. */
  readonly source: Binding | null
}

const NAME_PREFIX = 'force-migrated-'
const STATUS_LABEL = 'credentialsbinding.gardener.cloud/status'

/** Whether Gardener itself made a CredentialsBinding, for the forced upgrade of a shoot on a SecretBinding. */
export function isForceMigrated({ kind, name, labels }: Pick<Binding, 'kind' | 'name' | 'labels'>): boolean {
  if (kind !== 'CredentialsBinding') return false
  return (
    name.startsWith(NAME_PREFIX) || (Object.hasOwn(labels, STATUS_LABEL) && labels[STATUS_LABEL] === 'force-migrated')
  )
}

/** The labels of an account in a pool, with its owner. */
export function labelsIn({ hyperscalerType, euAccess, shared }: Pool, tenantName: string | null): HapLabels {
  return {
    ...NO_LABELS,
    hyperscalerType,
    tenantName,
    euAccess: euAccess ? 'true' : null,
    shared: shared ? 'true' : null,
  }
}

const NO_LABELS: HapLabels = {
  hyperscalerType: null,
  tenantName: null,
  dirty: null,
  internal: null,
  shared: null,
  euAccess: null,
}

/** A migrated binding as lists show it: malformed, since its labels are missing. */
export function pooledMigration({ binding }: Migration): PooledBinding {
  const words = 'migrated by Gardener without the labels of the account'
  const problems = [{ label: 'hyperscalerType', kind: 'missing', words } as const]
  return { binding, labels: NO_LABELS, problems, terminating: binding.deletedAt !== null, holdEnd: null }
}
