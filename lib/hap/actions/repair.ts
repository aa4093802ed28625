import { inUse, ownerOf, ownersOf } from '../lifecycle/account-clusters.ts'
import { type HapLabels, HELD, isLegalLabelValue, LABEL_NAMES, type LabelName } from '../pools/labels.ts'
import { listed } from '../text/text.ts'
import { type ActionFacts, canBeHandedOut } from './facts.ts'
import { isFree, noDirtySibling, siblingsAside } from './guards.ts'
import { onlyAccountOf, onlyIfOwned } from './previous-state.ts'

/** Labels a person chose; null = the label goes. */
export type LabelChoice = Partial<Readonly<Record<LabelName, string | null>>>

export type Repair =
  | { readonly labels: LabelChoice }
  /** Labels only a person can tell; the others have a proposal. */
  | { readonly undecided: readonly LabelName[] }
  | { readonly reason: string }

const YES = /^(?:true|t|yes|y|on|1)$/i
const NO = /^(?:false|f|no|n|off|0|)$/i

/**
 * The labels that mend a malformed binding: what can be read one way only is read so, the rest a person has to choose. Never
 * makes an account free, since nothing proves it clean: one that nobody owns becomes dirty.
 */
export function repairOf(facts: ActionFacts, choice: LabelChoice): Repair {
  const { problems, labels } = facts.pooled
  const broken = new Set(problems.map(problem => problem.label))
  const wrong = LABEL_NAMES.find(name => !isLegal(name, choice[name] ?? null))
  if (wrong) return { reason: wrongWords(wrong, choice[wrong] ?? '') }
  const fine = LABEL_NAMES.find(name => name !== 'tenantName' && !broken.has(name) && changes(choice, name, labels))
  if (fine) return { reason: `${fine} is valid, so a repair leaves it as it is.` }
  const undecided = [...broken].filter(name => choice[name] === undefined && reading(name, labels, facts) === undefined)
  if (undecided.length > 0) return { undecided }
  if (broken.has('hyperscalerType') && choice.hyperscalerType === null) return { undecided: ['hyperscalerType'] }
  const mended = { ...labels }
  for (const name of broken)
    mended[name] = choice[name] === undefined ? (reading(name, labels, facts) ?? null) : choice[name]
  return settle(mended, facts, broken, choice.tenantName)
}

/** Labels that a person may choose, beside those that only a person can tell: euAccess=false may say what a name like -eu- contradicts. */
export function openLabels(facts: ActionFacts): readonly LabelName[] {
  const isBroken = facts.pooled.problems.some(({ label }) => label === 'euAccess')
  return [...(isTenantOpen(facts) ? (['tenantName'] as const) : []), ...(isBroken ? (['euAccess'] as const) : [])]
}

/** Whether a person may say whose account it is: where its label cannot be relied on, or clusters are on it and none tells. */
export function isTenantOpen(facts: ActionFacts): boolean {
  const { labels, problems } = facts.pooled
  const broken = new Set<LabelName>(problems.map(problem => problem.label))
  if (broken.has('tenantName')) return true
  const mayBeFree = (['dirty', 'shared', 'internal'] as const).every(flag => labels[flag] === null || broken.has(flag))
  return labels.tenantName === null && mayBeFree && facts.clusters.length > 0 && onlyTenant(facts) === null
}

function changes(choice: LabelChoice, name: LabelName, labels: HapLabels): boolean {
  return choice[name] !== undefined && choice[name] !== labels[name]
}

/** What becomes of an account whose labels are legal now. */
function settle(
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
  const another = onlyIfOwned(mended, facts)
  if (another !== null) return { reason: another }
  if (mended.dirty === 'true' && pooled.labels.dirty !== 'true') {
    const reason = clusters.length > 0 ? inUse(clusters) : siblingsAside(facts)
    if (reason !== null) return { reason: `It would become dirty. ${reason}` }
  }
  const dirtySibling = canBeHandedOut({ labels: mended }) ? noDirtySibling(facts) : null
  if (dirtySibling !== null) return { reason: dirtySibling }
  const changed = LABEL_NAMES.filter(name => broken.has(name) || mended[name] !== pooled.labels[name])
  return { labels: Object.fromEntries(changed.map(name => [name, mended[name]])) }
}

/** The only sensible reading of a label, null = none; undefined when there is no such reading. */
function reading(name: LabelName, labels: HapLabels, { clusters }: ActionFacts): string | null | undefined {
  const value = labels[name]
  if (name === 'hyperscalerType') return value !== null && isLegalLabelValue(value) ? value : undefined
  if (value === null) return null
  if (name === 'tenantName') return isLegalLabelValue(value) ? value : value === '' ? null : undefined
  if (NO.test(value)) return null
  // Doubtful, and in use by its tenant: the account stays with the tenant, since cleaning it would be the end of the clusters.
  if (name === 'dirty') return clusters.length > 0 && labels.tenantName !== null ? null : 'true'
  if (YES.test(value) || name === 'internal' || (name === 'shared' && value === HELD)) return 'true'
  return undefined
}

function wrongWords(name: LabelName, value: string): string {
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

/** Whom an account belongs to a person says only where nothing else does, and then never against what is on it. */
function tenantRefusal(tenant: string | null, facts: ActionFacts, chosen: string | null | undefined): string | null {
  if (chosen === undefined) return null
  if (chosen !== tenant) return `Its global account is not in question: ${tenant ?? 'nobody'} has it.`
  if (tenant === null || tenant === facts.pooled.labels.tenantName) return null
  const theirs = strangersFor(tenant, facts)
  if (theirs.length > 0) {
    const have = `${listed(theirs)} ${theirs.length === 1 ? 'has' : 'have'}`
    return `${have} clusters or claims on the account, so it cannot be given to ${tenant}.`
  }
  return onlyAccountOf(tenant, facts)
}

/**
 * Global accounts that keep an account from being given to a tenant: those of all clusters where it is none of them, and of open claims
 * always. Where shoots of several are on it, one of these may have it: nobody else ever could.
 */
function strangersFor(tenant: string, { clusters }: ActionFacts): readonly string[] {
  const owners = ownersOf(clusters.filter(({ shoot }) => shoot !== null && shoot.globalAccount !== null))
  const isOneOfSeveral = owners.length > 1 && owners.includes(tenant)
  const claims = clusters.flatMap(({ claim }) => claim?.tenant || [])
  return [...new Set([...(isOneOfSeveral ? [] : owners), ...claims])].filter(owner => owner !== tenant)
}

/** The global account of every cluster, where it is one. */
function onlyTenant({ clusters }: ActionFacts): string | null {
  const tenants = new Set(clusters.map(ownerOf))
  const [tenant = null] = tenants
  return tenants.size === 1 && tenant !== null && isLegalLabelValue(tenant) ? tenant : null
}
