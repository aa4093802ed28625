import { ACCESS_GONE } from '#lib/operators/api/kubeconfig-request.ts'
import type { KubeconfigRow } from '#lib/queries/operators/kubeconfig-list.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { provenWords } from '../[name]/progress-steps.ts'

/** How far the revocation of one request is. */
export interface Proof {
  readonly name: string
  readonly outcome: 'done' | 'running' | 'warn' | 'still'
  readonly words: string
  /** What the operator says of it; empty for nothing. */
  readonly note: string
}

/** The first rows of all requests of a cluster, by name. */
interface Rows {
  readonly rows: readonly Pick<KubeconfigRow, 'name' | 'state' | 'reason' | 'message' | 'refusedAfterSeconds'>[]
  /** How many there are. */
  readonly hits: number
}

/** Of each request, by name; those that stand behind the rows are left out. `rows` null = not known yet. */
export function proofsOf(names: readonly string[], rows: Rows | null): readonly Proof[] {
  const known = new Map(rows?.rows.map(row => [row.name, row]))
  const isWhole = rows !== null && rows.rows.length === rows.hits
  return names.toSorted().flatMap((name): Proof[] => {
    const row = known.get(name)
    if (row === undefined) return isWhole ? [{ name, outcome: 'still', words: 'Deleted meanwhile', note: '' }] : []
    return [{ name, ...stageOf(row) }]
  })
}

function stageOf({ state, reason, message, refusedAfterSeconds }: Rows['rows'][number]): Omit<Proof, 'name'> {
  if (state === 'revoked') return { outcome: 'done', words: provenWords(refusedAfterSeconds), note: message }
  if (state === 'deleting') return { outcome: 'running', words: 'Being deleted', note: message }
  // What is said of another state is of before the revocation.
  if (state !== 'revoking') return { outcome: 'running', words: 'Asked for', note: '' }
  if (reason === 'ClusterUnreachable') return { outcome: 'warn', words: 'Cluster out of reach', note: message }
  if (reason === 'SecretForeign') return { outcome: 'warn', words: 'Secret in the way', note: message }
  if (reason !== 'Revoking') return { outcome: 'running', words: 'Asked for', note: message }
  const words = message.startsWith(ACCESS_GONE) ? 'Roles gone, token still accepted' : 'Roles being taken away'
  return { outcome: 'running', words, note: message }
}

/** How many of `all` are known to be through, a sentence. */
export function provedWords(proofs: readonly Proof[], all: number): string {
  const done = proofs.filter(({ outcome }) => outcome === 'done' || outcome === 'still').length
  if (done === all) return 'All of them have ended.'
  return `${formatCount(done)} of ${formatPlural(all, 'revocation')} have ended.`
}
