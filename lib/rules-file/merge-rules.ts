import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { changeRules } from './change-rules.ts'
import { putTogether, type RuleFrame, type RuleUnit, type RuleUnits, takeApart } from './rule-units.ts'

/** What somebody changed, on top of what others made of it. */
export interface MergedRules {
  readonly text: string
  /** What both changed differently: one's own stands, and theirs is told. Null for a rule that one of the two took away. */
  readonly both: readonly { readonly mine: string | null; readonly theirs: string | null }[]
  /** Both changed what stands around the rules: theirs stands. */
  readonly aroundLost: boolean
}

/**
 * What somebody changed of a list of rules, applied to what others made of it meanwhile: rules, their comments and order, and what stands
 * around them. In: the document both began from, one's own, and theirs. Null where one of them is no list of rules that can be read.
 */
export function mergeRules(base: string, mine: string, theirs: string): MergedRules | null {
  const [before, own, other] = [takeApart(base), takeApart(mine), takeApart(theirs)]
  if (!before || !own || !other) return null
  const baseNames = namesOf(textsOf(before))
  const ownNames = namesSince(textsOf(before), baseNames, textsOf(own))
  const otherNames = namesSince(textsOf(before), baseNames, textsOf(other))
  const [b, m, t] = [byName(baseNames, before), byName(ownNames, own), byName(otherNames, other)]
  const units = new Map<string, RuleUnit>()
  const both: { mine: string | null; theirs: string | null }[] = []
  for (const name of new Set([...otherNames, ...ownNames])) {
    const [was, my, their] = [b.get(name), m.get(name), t.get(name)]
    const kept = was && !(my && their) ? stillMine(was, my) : mergeUnit(was, my, their)
    if (kept) units.set(name, kept)
    if (was?.text !== my?.text && was?.text !== their?.text && my?.text !== their?.text)
      both.push({ mine: my?.text ?? null, theirs: their?.text ?? null })
  }
  const order = mergeOrder(baseNames, ownNames, otherNames, new Set(units.keys()))
  const merged = order.flatMap(name => units.get(name) ?? [])
  const frame = mergeFrame(before.frame, own.frame, other.frame)
  const text =
    frame.frame === null || merged.length === 0 ? refill(theirs, other, merged) : putTogether(frame.frame, merged)
  if (text === null || !holds(text, merged)) return null
  return { text, both, aroundLost: frame.lost }
}

/** Of a rule that one of the two took away: gone, unless I changed it meanwhile. */
function stillMine(was: RuleUnit, my: RuleUnit | undefined): RuleUnit | null {
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

/** Lines above a rule; where both wrote some, both stand. */
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

/** Rules in a document whose list is empty, or will be. */
function refill(theirs: string, { units }: NonNullable<ReturnType<typeof takeApart>>, merged: readonly RuleUnit[]) {
  if (merged.length === 0) return changeRules(theirs, { removed: new Set(units.keys()) })
  return changeRules(theirs, { inserted: merged.map(({ text }) => ({ before: 0, text })) })
}

/** What was put together says what it should: a document can be written in ways that nobody thought of. */
function holds(text: string, merged: readonly RuleUnit[]): boolean {
  const read = takeApart(text)
  return (
    read !== null &&
    read.units.length === merged.length &&
    read.units.every((unit, place) => unit.text === merged[place]?.text)
  )
}

function textsOf({ units }: Pick<RuleUnits, 'units'>): readonly string[] {
  return units.map(({ text }) => text)
}

function byName(names: readonly string[], { units }: Pick<RuleUnits, 'units'>): ReadonlyMap<string, RuleUnit> {
  return new Map(units.flatMap((unit, place) => [[names[place] ?? '', unit] as const]))
}

/**
 * The order of what three lists of names leave: mine where I moved something, else theirs; what only the other one has stands behind what
 * it stands behind there. `kept`: the names that stay.
 */
function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  kept: ReadonlySet<string>,
): readonly string[] {
  const [lead, other] = movedSince(base, mine) ? [mine, theirs] : [theirs, mine]
  const order = lead.filter(name => kept.has(name))
  const placed = new Set(order)
  for (const [place, name] of other.entries()) {
    if (!kept.has(name) || placed.has(name)) continue
    const neighbour = other.slice(0, place).findLast(one => placed.has(one))
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, name)
    placed.add(name)
  }
  return order
}

/** Whether what both have stands in another order. */
function movedSince(base: readonly string[], now: readonly string[]): boolean {
  const [before, after] = [new Set(base), new Set(now)]
  const left = base.filter(name => after.has(name))
  return now.filter(name => before.has(name)).some((name, place) => name !== left[place])
}

/** What tells the rules of a list apart: what each asks for, whatever its outputs are, and how often that was asked above it. */
function namesOf(rules: readonly string[]): readonly string[] {
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
function namesSince(before: readonly string[], names: readonly string[], rules: readonly string[]): readonly string[] {
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
