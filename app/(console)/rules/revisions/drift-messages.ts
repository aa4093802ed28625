import { CONSOLE_MANAGER } from '#lib/hap/analysis/rule-changes.ts'
import type { KebComparison, RulesDrift } from '#lib/queries/rules/drift.ts'
import type { PendingWrite } from '#lib/services/rules/config-map-writer.ts'

type ConfigMap = RulesDrift['configMap']

/** How the ConfigMap stands to the published rules, as a sentence. */
export function configMapWords({
  place,
  number,
  configMap,
}: Pick<RulesDrift, 'place' | 'number' | 'configMap'>): string {
  const name = `ConfigMap ${place.name} in ${place.namespace}`
  switch (configMap.kind) {
    case 'same':
      return `${name} has revision ${number}.${configMap.keepers.length === 0 ? '' : ` It is kept by ${configMap.keepers.join(', ')}.`}`
    case 'missing':
      return `${name} does not exist, or has no ${place.key}: whoever reads it does not have revision ${number}.`
    case 'unread':
      return `${name} could not be read. ${configMap.reason}`
    case 'differs':
      return `${name} is not revision ${number}: ${ownersWords(configMap)} ${rulesWords(configMap)}`
  }
}

function ownersWords({ owners, keepers }: Extract<ConfigMap, { kind: 'differs' }>): string {
  if (keepers.length > 0) {
    const names = keepers.join(', ')
    return `${names} keeps it, and the console leaves it alone. Change the rules where ${names} has them from.`
  }
  const others = owners.filter(owner => owner !== CONSOLE_MANAGER)
  return others.length > 0 ? `it was changed by hand (${others.join(', ')}).` : 'it still has an earlier one.'
}

function rulesWords({ changes }: Extract<ConfigMap, { kind: 'differs' }>): string {
  if (changes === null) return 'Its rules are not valid.'
  return changes.length === 0 ? 'The rules are the same; only the text differs.' : ''
}

/** Why the ConfigMap is not to be written from here, as a sentence; null where it may be. */
export function writeObstacle({ configMap, number }: Pick<RulesDrift, 'configMap' | 'number'>): string | null {
  if (configMap.kind === 'same') return `It has revision ${number} already.`
  if (configMap.kind !== 'differs' || configMap.keepers.length === 0) return null
  return `${configMap.keepers.join(', ')} would put its own text back. Change the rules where it has them from.`
}

/** That a program keeps the ConfigMap, so that publishing does not reach it; null where none does. */
export function keptWords({ place, configMap }: Pick<RulesDrift, 'place' | 'configMap'>): string | null {
  const keepers = configMap.kind === 'same' || configMap.kind === 'differs' ? configMap.keepers.join(', ') : ''
  if (keepers === '') return null
  return `ConfigMap ${place.name} is kept by ${keepers}, so the console does not write it. Change the rules where ${keepers} has them from.`
}

/** Without that the text is somebody else's: how it stands now is told by the drift, which looks each time. */
export function shownPending(pending: PendingWrite | null): PendingWrite | null {
  return pending?.kind === 'failed' && pending.owned ? null : pending
}

/** What is being written to the ConfigMap, or could not be, as sentences. */
export function pendingWords(pending: PendingWrite, { place }: Pick<RulesDrift, 'place'>): string {
  const name = `ConfigMap ${place.name} in ${place.namespace}`
  if (pending.kind === 'writing') return `Revision ${pending.number} is being written to ${name}.`
  const next = pending.again ? 'It is tried again by itself.' : 'Write it again once that is mended.'
  return `Revision ${pending.number} was not written to ${name}. ${pending.reason} ${next}`
}

/** A few words for the head of the page where others do not read what was published; null where they do. */
export function driftMark(drift: RulesDrift, written: PendingWrite | null): string | null {
  const pending = shownPending(written)
  if (pending !== null) return pending.kind === 'writing' ? 'ConfigMap being written' : 'ConfigMap not written'
  const { configMap, file, keb } = drift
  if (configMap.kind === 'differs') return 'ConfigMap differs'
  if (configMap.kind === 'missing') return 'no ConfigMap'
  if (configMap.kind === 'unread') return 'ConfigMap not read'
  if (keb?.kind === 'differs') return 'KEB has other rules'
  return file === null ? null : `${file.name} differs`
}

/** The same as a line among other warnings. What is being written is nothing to look at, and nobody who decides reads the file. */
export function driftTitle(drift: RulesDrift, pending: PendingWrite | null): string | null {
  const mark = pending?.kind === 'writing' ? null : driftMark({ ...drift, file: null }, pending)
  return mark && `Published rules: ${mark}`
}

/** How KEB's own rules stand to the published ones, as a sentence. */
export function kebWords(keb: KebComparison, number: number): string {
  const name = `ConfigMap ${keb.place.name} in ${keb.place.namespace}`
  if (keb.kind === 'same') return `KEB has the rules of revision ${number} (${name}).`
  if (keb.kind === 'unread') return `KEB's own rules could not be read (${name}). ${keb.reason}`
  if (keb.kind === 'missing')
    return `KEB's own rules are not compared: ${name} does not exist, or has no ${keb.place.key}.`
  const why = keb.problem === null ? '.' : `: ${keb.problem}`
  const rules = keb.changes === null ? ` They are not valid here${why}` : ''
  return `KEB has other rules than revision ${number} (${name}) and decides by them, until it is deployed with these.${rules}`
}
