import { readProgress } from '#lib/garden/cleaning-progress.ts'
import { FINDING_SEVERITY, type Finding, findingsOf } from '#lib/hap/analysis/findings.ts'
import { excessClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { MAX_CLEANING_FAILURES } from '#lib/hap/lifecycle/cleaning.ts'
import type { EffectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import { conditionAdvice, conditionCause } from '#lib/hap/pools/account-condition.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import {
  type Contradiction,
  contradictionsOf,
  formatLabels,
  type HapLabels,
  type LabelProblem,
  labelKey,
  type MisspelledLabel,
  misspelledLabels,
} from '#lib/hap/pools/labels.ts'
import { formatErrorCode } from '#lib/hap/pools/shoot.ts'
import { nearestType } from '#lib/hap/pools/unlabelled.ts'
import { foundBy } from '#lib/hap/selection/reach.ts'
import { formatList } from '#lib/hap/text.ts'
import type { QueryContext } from '../query-context.ts'
import { getManualReason, getUnholdRefusal } from './action-facts.ts'
import type { BindingFacts } from './binding-facts.ts'
import { countErrorCodes } from './infrastructure-errors.ts'
import { knownTypes } from './unlabelled-bindings.ts'

/** A warning on the page of a binding; `title` and `detail` are sentences. */
export interface Warning {
  /** `failing` concerns shoots on the account, all others the binding. */
  readonly code: Finding | 'failing'
  readonly severity: 'danger' | 'warn' | 'info'
  readonly title: string
  readonly detail: string
}

/** Lists the warnings of a binding, worst first. */
export function listWarnings(facts: BindingFacts, context: QueryContext): readonly Warning[] {
  const found = findingsOf(facts)
    .filter(code => code !== 'malformed' || !facts.isMigrationTarget)
    .map(code => ({ code, severity: FINDING_SEVERITY[code], ...MESSAGES[code](facts, context) }))
  const dangers = found.filter(({ severity }) => severity === 'danger')
  return [...dangers, ...failingShoots(facts), ...found.slice(dangers.length)]
}

/** Infrastructure errors indicate a broken account or an exhausted quota. */
function failingShoots({ failing, shoots, accountShoots }: FailingFacts): readonly Warning[] {
  if (failing === 0) return []
  const report = failing === 1 ? 'reports an infrastructure error' : 'report infrastructure errors'
  const codes = countErrorCodes(accountShoots)
  const what = codes.map(({ code, shoots }) =>
    codes.length === 1 ? formatErrorCode(code) : `${count(shoots)} ${formatErrorCode(code)}`,
  )
  return [
    {
      code: 'failing',
      severity: 'warn',
      title: `${count(failing)} of ${count(shoots)} ${shoots === 1 ? 'shoot' : 'shoots'} ${report}: ${what.join(', ')}.`,
      detail: 'These errors usually mean that Gardener is denied access or a provider quota is exhausted.',
    },
  ]
}

type FailingFacts = Pick<BindingFacts, 'failing' | 'shoots' | 'accountShoots'>

type Message = Pick<Warning, 'title' | 'detail'>

const MESSAGES: Readonly<Record<Finding, (facts: BindingFacts, context: QueryContext) => Message>> = {
  'dirty-used': facts => ({
    title: 'Released but still in use.',
    detail: `${clustersUse(facts)} the account. Cleaning would destroy everything in it.`,
  }),
  'free-used': facts => ({
    title: 'Free but in use.',
    detail: `${clustersUse(facts)} the account although no global account owns it; ${mixingRisk(facts)}.`,
  }),
  'malformed-found': ({ pooled }) => ({
    title: 'KEB can still assign this account.',
    detail: `KEB's selector matches its labels and can assign it to ${receiverOf(pooled.labels)}; this console never selects it.`,
  }),
  migrated: migratedMessage,
  restored: restoredMessage,
  contradictory: ({ pooled: { labels } }) => ({
    title: 'Its labels contradict each other.',
    detail: contradictionsOf(labels)
      .map(each => CONTRADICTIONS[each](labels))
      .join(' '),
  }),
  misspelled: ({ pooled: { binding, labels } }) => {
    const found = misspelledLabels(binding, labels)
    return {
      title: found.length === 1 ? 'A label is probably misspelled.' : 'Labels are probably misspelled.',
      detail: `${found.map(misspelledText).join(' ')} Rename ${found.length === 1 ? 'the label' : 'the labels'} if that is not intended.`,
    }
  },
  'provider-mismatch': ({ pooled: { binding, labels } }, context) => ({
    title: 'Its provider type does not fit its hyperscaler type.',
    detail: `Gardener refuses every shoot of ${labels.hyperscalerType} on a binding with the provider type ${binding.providers.join(',')}, so this console never selects it; KEB does. Correct the label hyperscalerType, or replace the binding: its provider type cannot be changed.${typeSuggestion(labels, context)}`,
  }),
  unwritable: ({ condition, pooled: { binding } }) => {
    // This finding implies a condition.
    const cause = condition?.cause ?? 'credentials-missing'
    return {
      title: `Gardener refuses to write this binding: ${conditionCause(cause, binding.account.kind)}.`,
      detail: `${conditionAdvice(cause, binding.account)} The account is not assigned until ${cause === 'kind-not-served' ? 'then' : 'a check or a write succeeds; the console checks every 5 minutes'}.`,
    }
  },
  'shared-account': ({ others }) => ({
    title: others === 1 ? 'Two bindings refer to one account.' : `${count(others + 1)} bindings refer to one account.`,
    detail: 'Clusters of each of them use the same credentials.',
  }),
  malformed: ({ pooled: { problems, binding }, found }) => ({
    title: problems.length === 1 ? 'Invalid label.' : 'Invalid labels.',
    detail: `${sentence(problems.map(({ words }) => words).join('; '))}${conflictText(problems, binding)}${found ? '' : ' Until then no selector matches this binding.'}`,
  }),
  unlabelled: ({ pooled: { problems } }) => ({
    title: 'No HAP labels.',
    detail: `${sentence(problems.map(({ words }) => words).join('; '))} Neither KEB nor this console finds the account. If it belongs to the pool, set its labels; otherwise ignore this binding.`,
  }),
  'terminating-used': facts => ({
    title: 'The binding is being deleted.',
    detail: `${clustersUse(facts)} the account, so Gardener keeps it until they are gone.`,
  }),
  'over-limit': ({ clusters, limit }) => ({
    title: 'The account is over its limit.',
    detail: `${count(clusters)} of ${count(limit?.value ?? 0)} clusters: no new clusters until ${count(excessClusters(clusters, limit?.value ?? 0))} are removed.${limitSource(limit)}`,
  }),
  stuck: stuckMessage,
  'free-unreached': ({ pooled: { labels } }, context) => ({
    title: 'Free but unreachable.',
    detail: `No rule selects this pool, so no request can be assigned to the account.${typeSuggestion(labels, context)}`,
  }),
  full: ({ clusters, limit }) => ({
    title: 'The account is full.',
    detail: `${count(clusters)} of ${count(clusters)} clusters; new clusters get another account.${limitSource(limit)}`,
  }),
  'idle-claim': () => ({
    title: 'Claimed but unused.',
    detail: 'No cluster uses the account. If its global account no longer needs it, release it.',
  }),
}

/** Who reads a label instead of the one that is probably meant. */
function misspelledText({ key, value, meant, isRead }: MisspelledLabel): string {
  const instead = meant === 'tenantName' ? ', so the account has no owner' : ''
  return isRead
    ? `${key}=${value}: this console reads it as ${meant}; KEB and its cleanup job read only ${meant}, which is missing${instead && `${instead} for them`}.`
    : `${key}=${value} looks like ${meant}, but neither KEB nor this console reads it${instead}.`
}

/** What KEB and its cleanup job do with contradictory labels. */
const CONTRADICTIONS: Readonly<Record<Contradiction, (labels: HapLabels) => string>> = {
  'shared-dirty': () =>
    'shared and dirty: KEB ignores dirty on a shared account and still creates clusters of any global account on it, while its cleanup job empties the account as soon as no shoot uses it, then removes dirty. This console does not select it. Remove one of the two labels.',
  'shared-owned': ({ tenantName }) =>
    `shared and tenantName=${tenantName}: KEB and this console ignore the owner and create clusters of any global account on it; neither releases it, and KEB's cleanup job skips it while it is not dirty. Remove one of the two labels.`,
  'internal-owned': ({ tenantName }) =>
    `internal and tenantName=${tenantName}: KEB still creates clusters of this global account on it, but does not mark it dirty after the last one, so its cleanup job never empties it. This console does not select it. Remove one of the two labels.`,
}

/** Says which of two different labels KEB reads, as a further sentence; KEB reads no Secrets. */
function conflictText(problems: readonly LabelProblem[], { kind }: Pick<Binding, 'kind'>): string {
  const keys = problems.flatMap(problem => (problem.kind === 'conflict' ? labelKey(kind, problem.label) : []))
  return kind === 'Secret' || keys.length === 0 ? '' : ` KEB and its cleanup job read ${formatList(keys)} only.`
}

/** Names the hyperscaler type that a misspelled one probably means, as a further sentence. */
function typeSuggestion({ hyperscalerType }: HapLabels, context: QueryContext): string {
  const types = knownTypes(context)
  if (hyperscalerType === null || types.has(hyperscalerType)) return ''
  const nearest = nearestType(hyperscalerType, types)
  return nearest === null ? '' : ` The nearest known type is ${nearest}.`
}

function migratedMessage({ migration, isMigrationTarget }: BindingFacts): Message {
  const target = migration?.binding
  const from = migration?.source ? `${migration.source.kind} ${migration.source.name}` : 'a SecretBinding that is gone'
  const moved = isMigrationTarget
    ? `Gardener moved clusters of the account from ${from} to this binding`
    : `Gardener moved clusters of the account to CredentialsBinding ${target?.name}`
  return {
    title: 'Migrated without labels.',
    detail: `${moved}, which carries none of its labels, so KEB no longer knows the owner. The console does not assign another account to the owner. ${isMigrationTarget ? 'Set the labels with this command:' : `Set these labels on ${target?.name}: ${migration === null ? '' : formatLabels(migration.labels)}.`}`,
  }
}

function restoredMessage({ pooled: { binding } }: BindingFacts): Message {
  const check = 'Check its labels first: after that the console trusts them.'
  const until = `Until an administrator runs "hap landscape accept", the account is neither assigned nor cleaned, and no hold or quarantine ends. ${check}`
  return binding.doubt === 'copied'
    ? {
        title: 'Its annotations belong to another object.',
        detail: `The HAP annotations were copied with a manifest. ${until} If the binding is new, remove the annotations instead.`,
      }
    : {
        title: 'The binding was restored or recreated.',
        detail: `The console knows another object with this name and account. ${until}`,
      }
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function clustersUse({ clusters }: BindingFacts): string {
  return clusters === 1 ? '1 cluster uses' : `${count(clusters)} clusters use`
}

/** The console skips such an account, but KEB only reads labels, and a hold is a label. */
function mixingRisk({ state }: BindingFacts): string {
  const mixes = "KEB's next claim would put two global accounts on it"
  return state === 'held' ? `once the hold ends, ${mixes}` : mixes
}

/** Who can get the binding from KEB when a selector finds it. */
function receiverOf(labels: HapLabels): string {
  const found = foundBy(labels)
  if (found === 'shared') return 'any global account in its shared pool'
  return found === 'reuse' ? 'its global account again' : 'a new global account'
}

/** A default limit may be an oversight, so the warning mentions it. */
function limitSource(limit: EffectiveLimit | null): string {
  return limit?.source === 'default' ? ' Its provider has no limit of its own, so limits.default applies.' : ''
}

function stuckMessage(facts: BindingFacts, context: QueryContext): Message {
  const { state } = facts
  if (state === 'quarantined') return quarantineMessage(facts)
  if (state === 'terminating') {
    return { title: 'Deletion is blocked.', detail: 'Deletion is blocked by finalizers (see YAML).' }
  }
  if (state === 'held') {
    const why =
      getUnholdRefusal(facts.pooled, context) ?? 'The last attempts to end it failed; see the audit log for the reason.'
    return { title: 'The hold has expired but has not ended.', detail: `${why} The console keeps trying.` }
  }
  const title = state === 'dirty' ? 'Cleaning is overdue.' : 'Cleaning takes too long.'
  return { title, detail: cleaningMessage(facts, context) }
}

/** KEB's cleanup job is irrelevant for accounts that a cleaner of the console verifies. */
function cleaningMessage(facts: BindingFacts, context: QueryContext): string {
  const { pooled, verifiability } = facts
  if (verifiability.by === 'person')
    return `${getManualReason(facts, context)} If KEB's cleanup job is responsible, check its log.`
  const { reason } = readProgress(pooled.binding)
  if (reason === null)
    return `The ${verifiability.provider} cleaner has not checked this account yet; see the log of the console.`
  return `Last check of the ${verifiability.provider} cleaner: ${sentence(reason)}`
}

/**
 * Without a cleaner, nothing inspects the account after the quarantine. The binding only carries
 * the note of a cleaner; the timeline shows the person who quarantined it.
 */
function quarantineMessage({ pooled, verifiability }: BindingFacts): Message {
  const { failures, reason } = readProgress(pooled.binding)
  const gaveUp = failures >= MAX_CLEANING_FAILURES
  const found = reason === null ? '' : `Last check: ${sentence(reason)} `
  const end = verifiability.by === 'person' ? 'choose Confirm clean' : 'lift the quarantine'
  return {
    title: gaveUp ? 'Cleaning failed three times.' : 'Quarantined.',
    detail: `${found}${gaveUp ? '' : 'Cleaners skip this account. '}Remove what is left in it, then ${end}.`,
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
