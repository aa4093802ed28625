import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { changeRules } from './change-rules.ts'
import { joinRules, type RuleFrame, type RuleUnit, type RuleUnits, splitRules } from './rule-units.ts'

/** Result of a three-way merge of rules. */
export interface MergedRules {
  readonly text: string
  /**
   * Rules that both sides changed differently: mine wins. Null for a rule that the side removed.
   */
  readonly conflicts: readonly { readonly mine: string | null; readonly theirs: string | null }[]
  /** Both sides changed the text around the rules: theirs wins. */
  readonly frameDropped: boolean
}

/**
 * Merges my changes of a rule list into theirs: rules, comments, order, and the text around them.
 * `base` is the common ancestor. Returns null when one of the documents has no readable rule list.
 */
export function mergeRules(base: string, mine: string, theirs: string): MergedRules | null {
  const [before, own, other] = [splitRules(base), splitRules(mine), splitRules(theirs)]
  if (!before || !own || !other) return null
  const baseKeys = ruleKeys(textsOf(before))
  const ownKeys = matchKeys(textsOf(before), baseKeys, textsOf(own))
  const otherKeys = matchKeys(textsOf(before), baseKeys, textsOf(other))
  const [b, m, t] = [byKey(baseKeys, before), byKey(ownKeys, own), byKey(otherKeys, other)]
  const units = new Map<string, RuleUnit>()
  const conflicts: { mine: string | null; theirs: string | null }[] = []
  for (const key of new Set([...otherKeys, ...ownKeys])) {
    const [was, my, their] = [b.get(key), m.get(key), t.get(key)]
    const unit = was && !(my && their) ? ownChange(was, my) : mergeUnit(was, my, their)
    if (unit) units.set(key, unit)
    if (was?.text !== my?.text && was?.text !== their?.text && my?.text !== their?.text)
      conflicts.push({ mine: my?.text ?? null, theirs: their?.text ?? null })
  }
  const order = mergeOrder(baseKeys, ownKeys, otherKeys, new Set(units.keys()))
  const merged = order.flatMap(key => units.get(key) ?? [])
  const frame = mergeFrame(before.frame, own.frame, other.frame)
  const text =
    frame.frame === null || merged.length === 0 ? refill(theirs, other, merged) : joinRules(frame.frame, merged)
  if (text === null || !readsBack(text, merged)) return null
  return { text, conflicts, frameDropped: frame.lost }
}

/** A rule that one side removed survives only if I changed it. */
function ownChange(was: RuleUnit, my: RuleUnit | undefined): RuleUnit | null {
  return my && my.text !== was.text ? my : null
}

function mergeUnit(was: RuleUnit | undefined, my: RuleUnit | undefined, their: RuleUnit | undefined): RuleUnit | null {
  if (!my || !their) return my ?? their ?? null
  const rule = my.text !== was?.text || (their.text === was.text && my.written !== was.written) ? my : their
  return {
    text: rule.text,
    written: rule.written,
    gap: rule.gap,
    tail: my.tail === (was?.tail ?? '') ? their.tail : my.tail,
    above: mergeAbove(was?.above ?? '', my.above, their.above),
  }
}

/** Merges the lines above a rule; additions of both sides survive. */
function mergeAbove(was: string, my: string, their: string): string {
  if (my === was || my === their) return their
  if (their === was) return my
  const known = new Set([...was.split('\n'), ...their.split('\n')])
  const added = my.split('\n').filter(line => line !== '' && !known.has(line))
  return their + added.map(line => `${line}\n`).join('')
}

function mergeFrame(
  was: RuleFrame | null,
  my: RuleFrame | null,
  their: RuleFrame | null,
): { readonly frame: RuleFrame | null; readonly lost: boolean } {
  if (!my || !their || !was || sameFrame(my, was) || sameFrame(my, their)) return { frame: their, lost: false }
  if (sameFrame(their, was)) return { frame: my, lost: false }
  return { frame: their, lost: true }
}

function sameFrame(a: RuleFrame, b: RuleFrame): boolean {
  return a.before === b.before && a.after === b.after && a.style === b.style
}

/** Rewrites a list that is or becomes empty. */
function refill(theirs: string, { units }: NonNullable<ReturnType<typeof splitRules>>, merged: readonly RuleUnit[]) {
  if (merged.length === 0) return changeRules(theirs, { removed: new Set(units.keys()) })
  return changeRules(theirs, { inserted: merged.map(({ text }) => ({ before: 0, text })) })
}

/**
 * Verifies that the merged document parses to the merged rules, because YAML has forms that the
 * text merge does not foresee.
 */
function readsBack(text: string, merged: readonly RuleUnit[]): boolean {
  const read = splitRules(text)
  return (
    read !== null &&
    read.units.length === merged.length &&
    read.units.every((unit, place) => unit.text === merged[place]?.text)
  )
}

function textsOf({ units }: Pick<RuleUnits, 'units'>): readonly string[] {
  return units.map(({ text }) => text)
}

function byKey(keys: readonly string[], { units }: Pick<RuleUnits, 'units'>): ReadonlyMap<string, RuleUnit> {
  return new Map(units.flatMap((unit, place) => [[keys[place] ?? '', unit] as const]))
}

/**
 * Orders the merged rules by key: my order where I moved a rule, else theirs. A rule of the other
 * side follows its neighbour there. `remaining` are the keys of the merged rules.
 */
function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  remaining: ReadonlySet<string>,
): readonly string[] {
  const [lead, other] = isReordered(base, mine) ? [mine, theirs] : [theirs, mine]
  const order = lead.filter(key => remaining.has(key))
  const placed = new Set(order)
  for (const [place, key] of other.entries()) {
    if (!remaining.has(key) || placed.has(key)) continue
    const neighbour = other.slice(0, place).findLast(one => placed.has(one))
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, key)
    placed.add(key)
  }
  return order
}

/** Whether the rules that both lists have are in another order. */
function isReordered(base: readonly string[], now: readonly string[]): boolean {
  const [before, after] = [new Set(base), new Set(now)]
  const common = base.filter(key => after.has(key))
  return now.filter(key => before.has(key)).some((key, index) => key !== common[index])
}

/**
 * Identifies each rule of a list by its request parameters, regardless of its outputs, and by the
 * number of equal ones above it.
 */
function ruleKeys(rules: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  return rules.map(text => {
    const parameters = parameterKey(text)
    const count = counts.get(parameters) ?? 0
    counts.set(parameters, count + 1)
    return `${parameters}\n${count}`
  })
}

/**
 * Maps the rules of a changed list to the keys of the list before. A rule with new parameters at
 * the position of a removed rule of the same plan is that rule.
 */
function matchKeys(before: readonly string[], keys: readonly string[], rules: readonly string[]): readonly string[] {
  const own = ruleKeys(rules)
  const removedKeys = groupByNeighbour(keys, new Set(own))
  const matched = new Map<string, string>()
  for (const [neighbour, added] of groupByNeighbour(own, new Set(keys))) {
    const removed = [...(removedKeys.get(neighbour) ?? [])]
    for (const key of added) {
      const plan = planOf(rules[own.indexOf(key)] ?? '')
      const index = removed.findIndex(other => planOf(before[keys.indexOf(other)] ?? '') === plan)
      const [earlier] = index < 0 ? [] : removed.splice(index, 1)
      if (earlier !== undefined) matched.set(key, earlier)
    }
  }
  return own.map(key => matched.get(key) ?? key)
}

/** Groups the keys that the other list lacks by the common key before them. */
function groupByNeighbour(
  keys: readonly string[],
  others: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  let neighbour = ''
  for (const key of keys) {
    if (others.has(key)) neighbour = key
    else found.set(neighbour, [...(found.get(neighbour) ?? []), key])
  }
  return found
}

function planOf(text: string): string {
  return /^\s*([^\s(>-]|-(?!>))*/.exec(text)?.[0].trim() ?? ''
}

const DOCUMENTED = policyOf('documented')

function parameterKey(text: string): string {
  const { rule } = parseRule(text, 0, DOCUMENTED)
  return rule ? JSON.stringify([rule.plan, rule.platformRegion, rule.hyperscalerRegion]) : text.trim()
}
