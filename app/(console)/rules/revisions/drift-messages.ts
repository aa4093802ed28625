import { CONSOLE_MANAGER } from '#lib/hap/analysis/rule-changes.ts'
import type { KebComparison, RulesDrift } from '#lib/queries/rules/drift.ts'
import type { PendingWrite } from '#lib/services/rules/config-map-writer.ts'

type ConfigMap = RulesDrift['configMap']

/** Compares the ConfigMap with the published rules in a sentence. */
export function formatConfigMap({
  place,
  number,
  configMap,
}: Pick<RulesDrift, 'place' | 'number' | 'configMap'>): string {
  const name = `ConfigMap ${place.name} in ${place.namespace}`
  switch (configMap.kind) {
    case 'same':
      return `${name} has revision ${number}.${configMap.keepers.length === 0 ? '' : ` It is managed by ${configMap.keepers.join(', ')}.`}`
    case 'missing':
      return `${name} does not exist or has no ${place.key}, so its readers do not have revision ${number}.`
    case 'unread':
      return `${name} could not be read. ${configMap.reason}`
    case 'differs':
      return `${name} is not revision ${number}: ${formatOwners(configMap)} ${formatRules(configMap)}`
  }
}

function formatOwners({ owners, keepers }: Extract<ConfigMap, { kind: 'differs' }>): string {
  if (keepers.length > 0) {
    const names = keepers.join(', ')
    return `managed by ${names}, so the console does not change it. Change the rules at the source of ${names}.`
  }
  const others = owners.filter(owner => owner !== CONSOLE_MANAGER)
  return others.length > 0 ? `it was changed by hand (${others.join(', ')}).` : 'it still has an earlier revision.'
}

function formatRules({ changes }: Extract<ConfigMap, { kind: 'differs' }>): string {
  if (changes === null) return 'Its rules are not valid.'
  return changes.length === 0 ? 'The rules are equal; only the text differs.' : ''
}

/** Returns why the console must not write the ConfigMap; null when it may. */
export function writeDisabledReason({ configMap, number }: Pick<RulesDrift, 'configMap' | 'number'>): string | null {
  if (configMap.kind === 'same') return `The ConfigMap already has revision ${number}.`
  if (configMap.kind !== 'differs' || configMap.keepers.length === 0) return null
  return `${configMap.keepers.join(', ')} would restore its own text. Change the rules at its source.`
}

/**
 * Says which program manages the ConfigMap, so that publications do not reach it; null if none
 * does.
 */
export function formatKeepers({ place, configMap }: Pick<RulesDrift, 'place' | 'configMap'>): string | null {
  const keepers = configMap.kind === 'same' || configMap.kind === 'differs' ? configMap.keepers.join(', ') : ''
  if (keepers === '') return null
  return `ConfigMap ${place.name} is managed by ${keepers}, so the console does not write it. Change the rules at the source of ${keepers}.`
}

/**
 * Drops a write that failed because another manager owns the text: the drift is read each time and
 * reports it.
 */
export function visiblePendingWrite(pending: PendingWrite | null): PendingWrite | null {
  return pending?.kind === 'failed' && pending.owned ? null : pending
}

/** Describes a pending or failed write of the ConfigMap. */
export function formatPendingWrite(pending: PendingWrite, { place }: Pick<RulesDrift, 'place'>): string {
  const name = `ConfigMap ${place.name} in ${place.namespace}`
  if (pending.kind === 'writing') return `Revision ${pending.number} is being written to ${name}.`
  const next = pending.again ? 'The console retries automatically.' : 'Fix the cause, then write the ConfigMap again.'
  return `Revision ${pending.number} was not written to ${name}. ${pending.reason} ${next}`
}

/**
 * Short label beside the page title when readers have other rules than published; null when they
 * agree.
 */
export function formatDriftLabel(drift: RulesDrift, written: PendingWrite | null): string | null {
  const pending = visiblePendingWrite(written)
  if (pending !== null) return pending.kind === 'writing' ? 'ConfigMap being written' : 'ConfigMap not written'
  const { configMap, file, keb } = drift
  if (configMap.kind === 'differs') return 'ConfigMap differs'
  if (configMap.kind === 'missing') return 'no ConfigMap'
  if (configMap.kind === 'unread') return 'ConfigMap not readable'
  if (keb?.kind === 'differs') return 'KEB has other rules'
  return file === null ? null : `${file.name} differs`
}

/**
 * The drift as a title among other warnings. A write in progress and the rules file, which no
 * decision reads, are left out.
 */
export function formatDriftTitle(drift: RulesDrift, pending: PendingWrite | null): string | null {
  const mark = pending?.kind === 'writing' ? null : formatDriftLabel({ ...drift, file: null }, pending)
  return mark && `Published rules: ${mark}`
}

/** Compares KEB's own rules with the published ones in a sentence. */
export function formatKeb(keb: KebComparison, number: number): string {
  const name = `ConfigMap ${keb.place.name} in ${keb.place.namespace}`
  if (keb.kind === 'same') return `KEB has the rules of revision ${number} (${name}).`
  if (keb.kind === 'unread') return `KEB's own rules could not be read (${name}). ${keb.reason}`
  if (keb.kind === 'missing')
    return `KEB's own rules are not compared: ${name} does not exist or has no ${keb.place.key}.`
  const why = keb.problem === null ? '.' : `: ${keb.problem}`
  const rules = keb.changes === null ? ` They are not valid here${why}` : ''
  return `KEB uses other rules than revision ${number} (${name}) until it is deployed with this revision.${rules}`
}
