import { changeRules } from './change-rules.ts'
import { mergeOrder } from './merge-order.ts'
import { putTogether, type RuleFrame, type RuleUnit, type RuleUnits, takeApart } from './rule-units.ts'
import { namesOf, namesSince } from './same-rules.ts'

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
