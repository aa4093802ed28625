import { inUseMessage, ownerOf, ownersOf } from '../lifecycle/account-clusters.ts'
import { type HapLabels, HELD, isLegalLabelValue, LABEL_NAMES, type LabelName } from '../pools/labels.ts'
import { formatList } from '../text.ts'
import { type ActionFacts, canBeAssigned } from './facts.ts'
import { isFree, requireNoDirtySibling, requireSiblingsAside } from './guards.ts'
import { ownerRefusal, secondAccountRefusal } from './previous-state.ts'

/** Values of labels that a person chose; null removes the label. */
export type LabelChoice = Partial<Readonly<Record<LabelName, string | null>>>

export type Repair =
  | { readonly labels: LabelChoice }
  /** Labels without an unambiguous repair; the others have a proposal. */
  | { readonly undecided: readonly LabelName[] }
  | { readonly reason: string }

const YES = /^(?:true|t|yes|y|on|1)$/i
const NO = /^(?:false|f|no|n|off|0|)$/i

/**
 * Computes the labels that repair a malformed binding: unambiguous values are corrected, others
 * need a choice. A repair never frees an account, since nothing proves that it is clean: an account
 * without an owner becomes dirty.
 */
export function repairOf(facts: ActionFacts, choice: LabelChoice): Repair {
  const { problems, labels } = facts.pooled
  const broken = new Set(problems.map(problem => problem.label))
  const wrong = LABEL_NAMES.find(name => !isLegal(name, choice[name] ?? null))
  if (wrong) return { reason: invalidValueMessage(wrong, choice[wrong] ?? '') }
  const fine = LABEL_NAMES.find(name => name !== 'tenantName' && !broken.has(name) && changes(choice, name, labels))
  if (fine) return { reason: `${fine} is valid, so a repair leaves it as it is.` }
  const undecided = [...broken].filter(
    name => choice[name] === undefined && readLabel(name, labels, facts) === undefined,
  )
  if (undecided.length > 0) return { undecided }
  if (broken.has('hyperscalerType') && choice.hyperscalerType === null) return { undecided: ['hyperscalerType'] }
  const mended = { ...labels }
  for (const name of broken)
    mended[name] = choice[name] === undefined ? (readLabel(name, labels, facts) ?? null) : choice[name]
  return completeRepair(mended, facts, broken, choice.tenantName)
}

/**
 * Labels that a person may choose beside the undecided ones: euAccess=false may contradict a name
 * like -eu-.
 */
export function choosableLabels(facts: ActionFacts): readonly LabelName[] {
  const isBroken = facts.pooled.problems.some(({ label }) => label === 'euAccess')
  return [...(isTenantChoosable(facts) ? (['tenantName'] as const) : []), ...(isBroken ? (['euAccess'] as const) : [])]
}

/**
 * Whether a person may choose the owner: its label is malformed, or clusters use the account and do
 * not identify one owner.
 */
export function isTenantChoosable(facts: ActionFacts): boolean {
  const { labels, problems } = facts.pooled
  const broken = new Set<LabelName>(problems.map(problem => problem.label))
  if (broken.has('tenantName')) return true
  const mayBeFree = (['dirty', 'shared', 'internal'] as const).every(flag => labels[flag] === null || broken.has(flag))
  return labels.tenantName === null && mayBeFree && facts.clusters.length > 0 && onlyTenant(facts) === null
}

function changes(choice: LabelChoice, name: LabelName, labels: HapLabels): boolean {
  return choice[name] !== undefined && choice[name] !== labels[name]
}

/** Completes and checks the labels once each has a legal value. */
function completeRepair(
  mended: Record<LabelName, string | null>,
  facts: ActionFacts,
  broken: ReadonlySet<LabelName>,
  chosen: string | null | undefined,
): Repair {
  const { clusters, pooled } = facts
  if (isFree(mended)) {
    mended.tenantName = clusters.length === 0 ? null : (onlyTenant(facts) ?? chosen ?? null)
    if (mended.tenantName === null && clusters.length > 0) return { undecided: ['tenantName'] }
    if (mended.tenantName === null) mended.dirty = 'true'
  }
  const notTheirs = tenantRefusal(mended.tenantName, facts, chosen)
  if (notTheirs !== null) return { reason: notTheirs }
  const another = ownerRefusal(mended, facts)
  if (another !== null) return { reason: another }
  if (mended.dirty === 'true' && pooled.labels.dirty !== 'true') {
    const reason = clusters.length > 0 ? inUseMessage(clusters) : requireSiblingsAside(facts)
    if (reason !== null) return { reason: `It would become dirty. ${reason}` }
  }
  const dirtySibling = canBeAssigned({ labels: mended }) ? requireNoDirtySibling(facts) : null
  if (dirtySibling !== null) return { reason: dirtySibling }
  const changed = LABEL_NAMES.filter(name => broken.has(name) || mended[name] !== pooled.labels[name])
  return { labels: Object.fromEntries(changed.map(name => [name, mended[name]])) }
}

/** The only sensible value of a label, null for none; undefined when it is ambiguous. */
function readLabel(name: LabelName, labels: HapLabels, { clusters }: ActionFacts): string | null | undefined {
  const value = labels[name]
  if (name === 'hyperscalerType') return value !== null && isLegalLabelValue(value) ? value : undefined
  if (value === null) return null
  if (name === 'tenantName') return isLegalLabelValue(value) ? value : value === '' ? null : undefined
  if (NO.test(value)) return null
  // A doubtful dirty flag on an account that its tenant uses is removed: cleaning would delete the
  // clusters.
  if (name === 'dirty') return clusters.length > 0 && labels.tenantName !== null ? null : 'true'
  if (YES.test(value) || name === 'internal' || (name === 'shared' && value === HELD)) return 'true'
  return undefined
}

function invalidValueMessage(name: LabelName, value: string): string {
  if (value === '') return `${name} cannot be empty.`
  const allowed = isText(name)
    ? 'use up to 63 letters, digits, hyphens, dots and underscores, with a letter or digit at both ends'
    : 'only true or no label is allowed'
  return `${value} is not a value of ${name}: ${allowed}.`
}

function isText(name: LabelName): boolean {
  return name === 'hyperscalerType' || name === 'tenantName'
}

function isLegal(name: LabelName, value: string | null): boolean {
  if (value === null) return true
  return isText(name) ? isLegalLabelValue(value) : value === 'true'
}

/**
 * A person chooses the owner only when nothing else determines it, and never against the clusters
 * on the account.
 */
function tenantRefusal(tenant: string | null, facts: ActionFacts, chosen: string | null | undefined): string | null {
  if (chosen === undefined) return null
  if (chosen !== tenant) return `Its owner cannot be chosen: ${tenant ?? 'no global account'} owns it.`
  if (tenant === null || tenant === facts.pooled.labels.tenantName) return null
  const theirs = otherOwners(tenant, facts)
  if (theirs.length > 0) {
    const have = `${formatList(theirs)} ${theirs.length === 1 ? 'has' : 'have'}`
    return `${have} clusters or claims on the account, so it cannot be assigned to ${tenant}.`
  }
  return secondAccountRefusal(tenant, facts)
}

/**
 * Global accounts that prevent an assignment to `tenant`: all owners of its clusters when `tenant`
 * is not one of them, and those of open claims always. When shoots of several owners use the
 * account, one of these may get it.
 */
function otherOwners(tenant: string, { clusters }: ActionFacts): readonly string[] {
  const owners = ownersOf(clusters.filter(({ shoot }) => shoot !== null && shoot.globalAccount !== null))
  const isOneOfSeveral = owners.length > 1 && owners.includes(tenant)
  const claims = clusters.flatMap(({ claim }) => claim?.tenant || [])
  return [...new Set([...(isOneOfSeveral ? [] : owners), ...claims])].filter(owner => owner !== tenant)
}

/** The global account of all clusters, when it is the same. */
function onlyTenant({ clusters }: ActionFacts): string | null {
  const tenants = new Set(clusters.map(ownerOf))
  const [tenant = null] = tenants
  return tenants.size === 1 && tenant !== null && isLegalLabelValue(tenant) ? tenant : null
}
