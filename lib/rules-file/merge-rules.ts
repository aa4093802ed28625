import { changeRules } from './change-rules.ts'
import { readRulesFile } from './read-rules-file.ts'

/**
 * What somebody changed of a list of rules, applied to what others made of it meanwhile. In: the document both began from, one's own, and
 * theirs; out: theirs with the rules one changed, without those one took away, and with those one added, behind the same neighbours. Null
 * where one of them is no list of rules that can be read.
 */
export function mergeRules(base: string, mine: string, theirs: string): string | null {
  const [before, own, other] = [rulesOf(base), rulesOf(mine), rulesOf(theirs)]
  if (!before || !own || !other) return null
  const replaced = new Map<number, string>()
  const removed = new Set<number>()
  const inserted: { before: number; text: string }[] = []
  const gone = behindNeighbours(before, own)
  const added = behindNeighbours(own, before)
  const theirOwn = new Set([...behindNeighbours(other, before).values()].flat())
  for (const neighbour of new Set([...gone.keys(), ...added.keys()])) {
    const places = (gone.get(neighbour) ?? []).map(rule => other.indexOf(rule)).filter(place => place !== -1)
    const texts = (added.get(neighbour) ?? []).filter(rule => !theirOwn.has(rule))
    for (const [index, place] of places.entries()) {
      const text = texts[index]
      if (text === undefined) removed.add(place)
      else replaced.set(place, text)
    }
    const last = places.at(-1) ?? (neighbour === null ? -1 : other.indexOf(neighbour))
    for (const text of texts.slice(places.length)) inserted.push({ before: last + 1, text })
  }
  return changeRules(theirs, { replaced, removed, inserted })
}

/** The rules another list does not have, by the rule before them that both have; null for none. */
function behindNeighbours(rules: readonly string[], others: readonly string[]): ReadonlyMap<string | null, string[]> {
  const both = matched(rules, others)
  const found = new Map<string | null, string[]>()
  let neighbour: string | null = null
  for (const [place, rule] of rules.entries()) {
    if (both.has(place)) neighbour = rule
    else found.set(neighbour, [...(found.get(neighbour) ?? []), rule])
  }
  return found
}

function rulesOf(text: string): readonly string[] | null {
  const read = readRulesFile(new TextEncoder().encode(text))
  return 'file' in read && read.file.source.kind === 'list' ? read.file.source.texts : null
}

/** Places of the rules that another list has too, each as often as it has them. */
function matched(rules: readonly string[], others: readonly string[]): ReadonlySet<number> {
  const left = new Map<string, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  const places = new Set<number>()
  for (const [place, rule] of rules.entries()) {
    const count = left.get(rule) ?? 0
    if (count === 0) continue
    left.set(rule, count - 1)
    places.add(place)
  }
  return places
}
