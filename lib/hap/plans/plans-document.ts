import { isRecord } from '../document.ts'
import { type Plan, type Plans, planTable } from './plan.ts'

const NAME = /^[A-Za-z0-9_.-]{1,63}$/

/** Plans, or the problems of the document as sentences. */
type PlansResult = { readonly plans: Plans } | { readonly problems: readonly string[] }

/** A provider of a plan; `type` is null for Gardener's default. */
interface ProviderEntry {
  readonly name: string
  readonly type: string | null
}

/**
 * Parses a document that maps plans to providers, `aws: [aws]`. A single provider needs no list,
 * and null accepts any. `{name: converged, providerType: openstack}` declares a provider with
 * another type in Gardener, in one of its plans or in all. Required are the plans in `required`,
 * otherwise those of `byDefault` in the document.
 */
export function parsePlans(document: unknown, required: readonly string[] | null, byDefault: Plans): PlansResult {
  if (!isRecord(document)) {
    return { problems: ['The plans are not a mapping from plan to providers, such as `aws: [aws]`.'] }
  }
  const problems: string[] = []
  const plans: Plan[] = []
  const types = new Map<string, string>()
  for (const [name, value] of Object.entries(document)) {
    const entries = providerEntries(value)
    if (!NAME.test(name)) problems.push(`"${name}" cannot be the name of a plan.`)
    else if (entries === undefined) {
      problems.push(`The providers of plan ${name} are not a list of names or of {name, providerType}.`)
    } else {
      plans.push({ name, providers: entries?.map(provider => provider.name) ?? null })
      problems.push(...addTypes(types, entries ?? []))
    }
  }
  if (plans.length === 0 && problems.length === 0) problems.push('There are no plans.')
  const { byName } = planTable(plans, [])
  const unknown = (required ?? []).filter(name => !byName.has(name))
  if (unknown.length > 0) problems.push(`Required but not among the plans: ${unknown.join(', ')}.`)
  if (problems.length > 0) return { problems }
  return { plans: planTable(plans, required ?? [...byDefault.required].filter(name => byName.has(name)), types) }
}

/** Adds declared types; returns a problem for each provider with two types. */
function addTypes(types: Map<string, string>, entries: readonly ProviderEntry[]): readonly string[] {
  return entries.flatMap(({ name, type }) => {
    const known = types.get(name)
    if (type !== null && known === undefined) types.set(name, type)
    if (type === null || known === undefined || known === type) return []
    return [`Provider ${name} has two provider types, ${known} and ${type}.`]
  })
}

/** Null for any provider; undefined for an invalid value. */
function providerEntries(value: unknown): readonly ProviderEntry[] | null | undefined {
  if (value === null) return null
  const entries = (Array.isArray(value) ? value : [value]).map(providerEntry)
  return entries.every(entry => entry !== null) ? entries : undefined
}

function providerEntry(value: unknown): ProviderEntry | null {
  if (isName(value)) return { name: value, type: null }
  if (!isRecord(value) || Object.keys(value).some(key => key !== 'name' && key !== 'providerType')) return null
  const { name, providerType = null } = value
  return isName(name) && (providerType === null || isName(providerType)) ? { name, type: providerType } : null
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value)
}
