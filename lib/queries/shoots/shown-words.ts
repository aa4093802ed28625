import { CLAIM_WORDS } from '#lib/hap/pools/claim-words.ts'
import { errorWords } from '#lib/hap/pools/error-words.ts'
import { operationView } from '#lib/hap/pools/operation-words.ts'
import type { Cluster } from './cluster.ts'

type Told = Pick<Cluster, 'shoot' | 'claim'>

/** The errors of a cluster as Gardener names them and as rows show them. */
export function errorTexts({ shoot }: Told): readonly string[] {
  return (shoot?.errorCodes ?? []).flatMap(code => [code, errorWords(code)])
}

/** The last operation of a cluster, or how far its claim came, in both ways. How many percent are done changes all the time. */
export function operationTexts({ shoot, claim }: Told): readonly string[] {
  if (shoot === null) return claim ? [claim.status, CLAIM_WORDS[claim.status]] : []
  if (shoot.lastOperation === null) return []
  const { type, state, progress } = shoot.lastOperation
  const { outcome, words } = operationView(shoot.lastOperation)
  return [type, state, words.replace(`, ${progress} %`, ''), ...(outcome === 'failed' ? [outcome] : [])]
}

/** Texts with each word of those that have several: `quota exceeded` is found by `quota` too. */
export function withEachWord(texts: readonly string[]): readonly string[] {
  return texts.flatMap(text => (text.includes(' ') ? [text, ...text.split(/,? /)] : [text]))
}
