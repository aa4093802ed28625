import { type Plan, type Plans, planTable } from './plan.ts'

const NAME = /^[A-Za-z0-9_.-]{1,63}$/

/** Either plans, or what is wrong with the document, a sentence each. */
type PlansResult = { readonly plans: Plans } | { readonly problems: readonly string[] }

/**
 * Plans from a parsed document that maps each plan to its providers, `aws: [aws]`; one provider may stand without a list, and
 * null means any. Required are those named, else all of `byDefault` that the document still has.
 */
export function plansFromDocument(
  document: unknown,
  required: readonly string[] | null,
  byDefault: Plans,
): PlansResult {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return { problems: ['The plans are not a mapping from plan to providers, such as `aws: [aws]`.'] }
  }
  const problems: string[] = []
  const plans: Plan[] = []
  for (const [name, value] of Object.entries(document)) {
    const providers = providersFrom(value)
    if (!NAME.test(name)) problems.push(`"${name}" cannot be the name of a plan.`)
    else if (providers === undefined) problems.push(`The providers of plan ${name} are not a list of names.`)
    else plans.push({ name, providers })
  }
  if (plans.length === 0 && problems.length === 0) problems.push('There are no plans.')
  const { byName } = planTable(plans, [])
  const unknown = (required ?? []).filter(name => !byName.has(name))
  if (unknown.length > 0) problems.push(`Required but not among the plans: ${unknown.join(', ')}.`)
  if (problems.length > 0) return { problems }
  return { plans: planTable(plans, required ?? [...byDefault.required].filter(name => byName.has(name))) }
}

/** Undefined when the value is not made of provider names. */
function providersFrom(value: unknown): readonly string[] | null | undefined {
  if (value === null) return null
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  return names.every(name => typeof name === 'string' && NAME.test(name))
    ? names.filter(name => typeof name === 'string')
    : undefined
}
