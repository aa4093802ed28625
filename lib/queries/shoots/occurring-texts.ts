import type { FieldValue } from '#lib/search/field.ts'
import { type Cluster, errorTexts, operationTexts } from './cluster.ts'
import { SHOOT_LIST } from './shoot-list.ts'

/** Fields whose examples are the values that occur. */
export const OCCURRING = ['plan', 'region', 'pr', 'operation', 'error'] as const

type OccurringField = (typeof OCCURRING)[number]

type TextsOfCluster = readonly (readonly string[])[]

/**
 * Counts texts of clusters by field incrementally, so that a change of few clusters avoids a full
 * count.
 */
export class OccurringTexts {
  readonly #counts = OCCURRING.map(() => new Map<string, number>())
  /** Texts at the time of counting, because a cluster may have others now. */
  #counted = new Map<Cluster, TextsOfCluster>()

  /** Replaces all counts by those of these clusters. */
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

  /** Returns the distinct texts of a field, unsorted. */
  of(field: OccurringField): Iterable<string> {
    return this.#counts[OCCURRING.indexOf(field)]?.keys() ?? []
  }

  #change(texts: TextsOfCluster, by: number): void {
    for (const [at, counts] of this.#counts.entries()) {
      for (const text of texts[at] ?? NONE) {
        // Gardener reports some operations without a state.
        if (text === '') continue
        const count = (counts.get(text) ?? 0) + by
        if (count > 0) counts.set(text, count)
        else counts.delete(text)
      }
    }
  }
}

const NONE: readonly string[] = []

/** Operations and errors are complete texts here, although their single words match too. */
function textsOf(cluster: Cluster, field: OccurringField): readonly string[] {
  if (field === 'operation') return operationTexts(cluster)
  if (field === 'error') return errorTexts(cluster)
  return listOf(SHOOT_LIST.read(cluster)(field))
}

function listOf(value: FieldValue): readonly string[] {
  return typeof value === 'string' ? [value] : NONE
}
