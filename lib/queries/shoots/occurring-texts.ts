import type { FieldValue } from '#lib/search/field.ts'
import { type Cluster, errorTexts, operationTexts } from './cluster.ts'
import { SHOOT_LIST } from './shoot-list.ts'

/** Fields of which the box of the list offers what occurs among its clusters. */
export const OCCURRING = ['plan', 'region', 'pr', 'operation', 'error'] as const

type OccurringField = (typeof OCCURRING)[number]

type TextsOfCluster = readonly (readonly string[])[]

/** Counts the texts some clusters have in these fields, so that who changes a few of many need not look at all of them again. */
export class OccurringTexts {
  readonly #counts = OCCURRING.map(() => new Map<string, number>())
  /** What each was counted with: it may read otherwise by now. */
  #counted = new Map<Cluster, TextsOfCluster>()

  /** Counts these clusters, and no others any more. */
  restart(clusters: Iterable<Cluster>): void {
    for (const counts of this.#counts) counts.clear()
    this.#counted = new Map()
    for (const cluster of clusters) this.add(cluster)
  }

  add(cluster: Cluster): void {
    const texts = OCCURRING.map(field => textsOf(cluster, field))
    this.#counted.set(cluster, texts)
    this.#change(texts, 1)
  }

  remove(cluster: Cluster): void {
    const texts = this.#counted.get(cluster)
    if (texts === undefined) return
    this.#counted.delete(cluster)
    this.#change(texts, -1)
  }

  /** Each text of a field once, in no particular order. */
  of(field: OccurringField): Iterable<string> {
    return this.#counts[OCCURRING.indexOf(field)]?.keys() ?? []
  }

  #change(texts: TextsOfCluster, by: number): void {
    for (const [at, counts] of this.#counts.entries()) {
      for (const text of texts[at] ?? NONE) {
        // Gardener tells some operations without their state.
        if (text === '') continue
        const count = (counts.get(text) ?? 0) + by
        if (count > 0) counts.set(text, count)
        else counts.delete(text)
      }
    }
  }
}

const NONE: readonly string[] = []

/** Of operations and errors whole texts, and not each word of them, by which they are found too. */
function textsOf(cluster: Cluster, field: OccurringField): readonly string[] {
  if (field === 'operation') return operationTexts(cluster)
  if (field === 'error') return errorTexts(cluster)
  return listOf(SHOOT_LIST.read(cluster)(field))
}

function listOf(value: FieldValue): readonly string[] {
  return typeof value === 'string' ? [value] : NONE
}
