import { CLAIM_LABELS, formatErrorCode, formatOperation, type ShootOperation } from '#lib/hap/pools/shoot.ts'
import type { Cluster } from './cluster.ts'

const NONE: readonly string[] = []

type Told = Pick<Cluster, 'shoot' | 'claim'>

/** The errors of a cluster as Gardener names them and as rows show them. */
export function errorTexts({ shoot }: Told): readonly string[] {
  if (shoot === null || shoot.errorCodes.length === 0) return NONE
  return shoot.errorCodes.flatMap(code => [code, formatErrorCode(code)])
}

/** The last operation of a cluster, or how far its claim came, in both ways. How many percent are done changes all the time. */
export function operationTexts({ shoot, claim }: Told): readonly string[] {
  if (shoot === null) return claim ? [claim.status, CLAIM_LABELS[claim.status]] : []
  if (shoot.lastOperation === null) return []
  const { type, state } = shoot.lastOperation
  const byState = OPERATIONS.get(type) ?? new Map<string, readonly string[]>()
  const texts = byState.get(state) ?? textsOf(shoot.lastOperation)
  OPERATIONS.set(type, byState.set(state, texts))
  return texts
}

/** By type and state, which are few: a search asks for those of each cluster. */
const OPERATIONS = new Map<string, Map<string, readonly string[]>>()

function textsOf(operation: ShootOperation): readonly string[] {
  const { type, state, progress } = operation
  const { outcome, words } = formatOperation(operation)
  return [type, state, words.replace(`, ${progress} %`, ''), ...(outcome === 'failed' ? [outcome] : [])]
}

/** Texts with each word of those that have several: `quota exceeded` is found by `quota` too. */
export function withEachWord(texts: readonly string[]): readonly string[] {
  const known = WITH_WORDS.get(texts)
  if (known !== undefined) return known
  const words = texts.flatMap(text => (text.includes(' ') ? [text, ...text.split(/,? /)] : [text]))
  WITH_WORDS.set(texts, words)
  return words
}

const WITH_WORDS = new WeakMap<readonly string[], readonly string[]>()
