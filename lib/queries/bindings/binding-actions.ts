import { findMigration } from '#lib/garden/inventory/account-bindings.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { judgeAll } from '#lib/hap/actions/judge.ts'
import { planTogether } from '#lib/hap/actions/plan-together.ts'
import { choosableLabels, type LabelChoice, type Repair, repairOf } from '#lib/hap/actions/repair.ts'
import { ownersOf } from '#lib/hap/lifecycle/account-clusters.ts'
import { applyChange, changeOf, type Edit } from '#lib/hap/lifecycle/change.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { isLegalLabelValue, isPartOfHap, LABEL_NAMES, type LabelName, labelKey } from '#lib/hap/pools/labels.ts'
import { type Migration, type PooledBinding, pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import type { QueryContext } from '../query-context.ts'
import { getActionFacts } from './action-facts.ts'

/** One action on the page of a binding. */
export interface ActionOffer {
  readonly action: Action
  /** Why the action is refused, a sentence; null when it is allowed. */
  readonly reason: string | null
  readonly dangerous: boolean
  /** `repair`: labels that only a person can decide. */
  readonly undecided: readonly LabelName[]
  /** `repair`: labels whose proposed value a person may change. */
  readonly open: readonly LabelName[]
  /** `repair`: global accounts that have clusters on the account. */
  readonly owners: readonly string[]
}

/** Lists all actions in the order of menus, with refusals that do not depend on the user's role. */
export function listBindingActions(pooled: PooledBinding, context: QueryContext): readonly ActionOffer[] {
  // No selector finds the binding; it needs labels before any action.
  if (!isPartOfHap(pooled.labels)) return []
  const facts = getActionFacts(pooled, context)
  return judgeAll(facts).map(({ action, verdict }) => {
    if (!verdict.allowed)
      return { action, reason: verdict.reason, dangerous: false, undecided: [], open: [], owners: [] }
    const planned = planTogether(action, facts, { reason: 'any', by: 'anybody' })
    const repair = action === 'repair' ? repairOf(facts, {}) : null
    return {
      action,
      reason: null,
      dangerous: 'plan' in planned && planned.plan.danger !== null,
      undecided: repair && 'undecided' in repair ? repair.undecided : [],
      open: repair === null ? [] : choosableLabels(facts),
      owners: repair === null ? [] : ownersOf(facts.clusters).filter(isLegalLabelValue),
    }
  })
}

/** How to repair a malformed binding. */
export interface RepairView {
  /**
   * Shell command; a word in capitals marks a value that only a person knows. Null while a repair
   * is refused.
   */
  readonly command: string | null
  /** State after the repair, or why it has to wait; sentences. */
  readonly words: string
}

/**
 * Describes the repair of malformed labels; null for valid labels and for a binding that is being
 * deleted.
 */
export function describeRepair(pooled: PooledBinding, context: QueryContext): RepairView | null {
  const { binding, problems, terminating } = pooled
  if (problems.length === 0 || terminating) return null
  const migration = findMigration(context.inventory, binding)
  if (migration !== null) return describeMigrationRepair(migration, context)
  const facts = getActionFacts(pooled, context)
  const repair = repairOf(facts, {})
  if ('reason' in repair) return { command: null, words: `Cannot be repaired at the moment. ${repair.reason}` }
  if ('undecided' in repair) {
    const placeholders: LabelChoice = Object.fromEntries(
      repair.undecided.map(name => [name, PLACEHOLDERS[name] ?? 'true']),
    )
    const complete = completeRepair(facts, placeholders)
    if ('reason' in complete) return { command: null, words: `Cannot be repaired at the moment. ${complete.reason}` }
    const labels = 'labels' in complete ? { ...complete.labels, ...placeholders } : placeholders
    return { command: labelCommand(binding, partsOf(binding, labels)), words: undecidedMessage(repair.undecided) }
  }
  const change = changeOf(binding, { labels: repair.labels })
  const repaired = pooledBinding(applyChange(binding, change))
  const state = repaired && stateAt(repaired, context.at)
  return { command: labelCommand(binding, partsOf(binding, repair.labels)), words: state ? BECOMES[state] : '' }
}

/** Restores the labels that Gardener did not migrate; a person has to run the command. */
function describeMigrationRepair({ binding, labels }: Migration, { at }: QueryContext): RepairView {
  const parts = partsOf(binding, labels).filter(part => !part.endsWith('-'))
  const own = LABEL_NAMES.flatMap(name =>
    labels[name] === null ? [] : [[labelKey(binding.kind, name), labels[name]] as const],
  )
  const labelled = pooledBinding({ ...binding, labels: { ...binding.labels, ...Object.fromEntries(own) } })
  return { command: labelCommand(binding, parts), words: labelled ? BECOMES[stateAt(labelled, at)] : '' }
}

/**
 * Computes the remaining changes with placeholders for undecided labels. An account with clusters
 * can only belong to the owner of those clusters.
 */
function completeRepair(facts: ActionFacts, placeholders: LabelChoice): Repair {
  const owners = placeholders.tenantName === undefined ? [] : ownersOf(facts.clusters).filter(isLegalLabelValue)
  const attempts = owners.map(tenantName => repairOf(facts, { ...placeholders, tenantName }))
  return attempts.find(each => !('reason' in each)) ?? attempts[0] ?? repairOf(facts, placeholders)
}

const PLACEHOLDERS: Partial<Readonly<Record<LabelName, string>>> = {
  hyperscalerType: 'HYPERSCALER_TYPE',
  tenantName: 'GLOBAL_ACCOUNT',
}

const CLEANED = 'It will be dirty, since the account is not verified as empty, and will be cleaned before reuse.'

/** A repair never makes an account free. */
const BECOMES: Readonly<Record<BindingState, string>> = {
  claimed: 'It will then belong to its global account.',
  shared: 'It will then serve its shared pool.',
  internal: 'It will then be internal and never assigned.',
  held: 'It will then be on hold.',
  dirty: CLEANED,
  cleaning: CLEANED,
  verifying: CLEANED,
  quarantined: CLEANED,
  terminating: '',
  malformed: '',
  free: 'It will then be free: any global account can claim it.',
}

function undecidedMessage(names: readonly LabelName[]): string {
  const flags = names.filter(name => PLACEHOLDERS[name] === undefined)
  const away = flags.map(flag => `${flag}-`).join(' and ')
  return `${names.join(' and ')} must be set manually.${away === '' ? '' : ` ${away} removes it instead.`}`
}

/** Formats changes as arguments of `kubectl label`. */
function partsOf(binding: Binding, labels: NonNullable<Edit['labels']>): readonly string[] {
  return Object.entries(changeOf(binding, { labels }).labels).map(([key, value]) =>
    value === null ? `${key}-` : `${key}=${value}`,
  )
}

function labelCommand({ kind, namespace, name }: Binding, parts: readonly string[]): string {
  return `kubectl label ${kind.toLowerCase()} ${name} -n ${namespace} --overwrite ${parts.join(' ')}`
}
