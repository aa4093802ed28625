import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { policyOf } from '#lib/hap/semantics.ts'

/** What tells the rules of a list apart: what each asks for, whatever its outputs are, and how often that was asked above it. */
export function namesOf(rules: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  return rules.map(text => {
    const asked = askedBy(text)
    const count = counts.get(asked) ?? 0
    counts.set(asked, count + 1)
    return `${asked}\n${count}`
  })
}

/**
 * The names of a changed list by those it had. In: rules and their names before, and rules now. A rule that asks for something else now,
 * right where one of the same plan was, is that one.
 */
export function namesSince(
  before: readonly string[],
  names: readonly string[],
  rules: readonly string[],
): readonly string[] {
  const own = namesOf(rules)
  const gone = byPlace(names, new Set(own))
  const since = new Map<string, string>()
  for (const [neighbour, added] of byPlace(own, new Set(names))) {
    const left = [...(gone.get(neighbour) ?? [])]
    for (const name of added) {
      const plan = planOf(rules[own.indexOf(name)] ?? '')
      const place = left.findIndex(one => planOf(before[names.indexOf(one)] ?? '') === plan)
      const [earlier] = place < 0 ? [] : left.splice(place, 1)
      if (earlier !== undefined) since.set(name, earlier)
    }
  }
  return own.map(name => since.get(name) ?? name)
}

/** Names that others do not have, by the one before them that they have. */
function byPlace(names: readonly string[], others: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  let neighbour = ''
  for (const name of names) {
    if (others.has(name)) neighbour = name
    else found.set(neighbour, [...(found.get(neighbour) ?? []), name])
  }
  return found
}

function planOf(text: string): string {
  return /^\s*([^\s(>-]|-(?!>))*/.exec(text)?.[0].trim() ?? ''
}

const DOCUMENTED = policyOf('documented')

function askedBy(text: string): string {
  const { rule } = parseRule(text, 0, DOCUMENTED)
  return rule ? JSON.stringify([rule.plan, rule.platformRegion, rule.hyperscalerRegion]) : text.trim()
}
