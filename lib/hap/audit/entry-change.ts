import { type ChangedLine, changedLines } from '../actions/diff.ts'
import { isRecord } from '../document.ts'
import { epochOf } from '../lifecycle/change.ts'
import { ALLOWLIST_TARGET } from '../lifecycle/multi-account-change.ts'
import type { BindingRef } from '../pools/binding.ts'
import { type AuditedChange, type AuditOutcome, type BindingWrite, isLabelled } from './binding-write.ts'
import { isOfProposal, listProposalFacts } from './proposal.ts'
import { parseTarget } from './target.ts'

export type ChangeLine = ChangedLine | ValueLine

/** Lists what an action changed, or would have changed when it was not done. */
export function entryChange(entry: AuditedChange): readonly ChangeLine[] {
  const { before } = entry
  // A proposal changes nothing and is described as a text instead.
  if (isOfProposal(entry)) return []
  const after = afterOf(entry)
  if (after === null || after === undefined) return []
  if (isLabelled(before) && isLabelled(after)) return changedLines(before, after)
  if (!entry.targets.includes(ALLOWLIST_TARGET)) return valueLines(before, after)
  return valueLines(renameSettings(before), renameSettings(after))
}

/** Renames stored settings to their names in documents (seed 003). */
function renameSettings(settings: unknown): unknown {
  if (!isRecord(settings)) return settings
  const { allowed, limits, ...others } = settings
  const providers = isRecord(limits) && isRecord(limits.providers) ? limits.providers : {}
  return {
    ...others,
    allowedGlobalAccounts: allowed,
    limits: isRecord(limits) ? { default: limits.default, ...providers } : limits,
  }
}

/** State after an action, or the intended state when it was not done. */
export function afterOf(entry: AuditedChange): unknown {
  const { outcome, wanted, result } = entry
  // `wanted` of a claim is its request, not a state.
  return isOfClaim(entry) ? result : outcome === 'accepted' ? (result ?? wanted) : wanted
}

/** Lists the request of a claim or the facts of a proposal; empty for other actions. */
export function listRequest(entry: AuditedChange): readonly (readonly [key: string, value: string])[] {
  if (isOfProposal(entry)) return listProposalFacts(entry)
  return isOfClaim(entry) ? valueLines(null, entry.wanted).map(({ key, value }) => [key, value]) : []
}

/** Returns the binding of a claim after the action, otherwise before it. */
export function claimedBinding(entry: AuditedChange): BindingRef | null {
  if (!isOfClaim(entry)) return null
  const [binding] = [entry.result, entry.before].flatMap(state => (isRecord(state) ? (state.binding ?? []) : []))
  if (!isRecord(binding)) return null
  const target = parseTarget(`${binding.kind}/${binding.namespace}/${binding.name}`)
  return target.kind === 'binding' ? target.binding : null
}

function isOfClaim({ targets }: AuditedChange): boolean {
  return targets.some(target => parseTarget(target).kind === 'claim')
}

interface ValueLine {
  readonly change: 'added' | 'removed'
  /** Path, for example `limits.aws`. */
  readonly key: string
  readonly value: string
  /** Whether the value is a number or a flag. */
  readonly bare: boolean
}

/**
 * Lists the differences of two JSON values; null counts as absent, and lists of texts are
 * unordered.
 */
function valueLines(before: unknown, after: unknown): readonly ValueLine[] {
  const [old, young] = [leavesOf(before), leavesOf(after)]
  const lines = [...without(old, young, 'removed'), ...without(young, old, 'added')]
  return lines.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}

type Leaf = readonly [key: string, value: string, bare: boolean]

function without(leaves: readonly Leaf[], others: readonly Leaf[], change: ValueLine['change']): readonly ValueLine[] {
  const known = new Set(others.map(leaf => JSON.stringify(leaf)))
  return leaves
    .filter(leaf => !known.has(JSON.stringify(leaf)))
    .map(([key, value, bare]) => ({ change, key, value, bare }))
}

/** Flattens texts, numbers and flags of a JSON value with their paths. */
function leavesOf(value: unknown, key = ''): readonly Leaf[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => leavesOf(item, isRecord(item) ? `${key}[${index}]` : key))
  }
  if (!isRecord(value)) return [[key, String(value), typeof value !== 'string']]
  return Object.entries(value).flatMap(([name, item]) => leavesOf(item, key === '' ? name : `${key}.${name}`))
}

/** Epochs of a binding after `from` up to `to`. */
export interface EpochSpan {
  readonly from: number
  readonly to: number
}

/** Outcomes of actions that may have raised the epoch. */
const MAYBE_WRITTEN: ReadonlySet<AuditOutcome> = new Set(['accepted', 'open', 'unknown'])

/** Whether an action may have raised the epoch of a binding, given by bindingKey, within a span. */
export function wroteWithin(
  entry: AuditedChange & { readonly wrote: readonly BindingWrite[] },
  binding: string,
  { from, to }: EpochSpan,
): boolean {
  const own = entry.targets.includes(binding) && MAYBE_WRITTEN.has(entry.outcome) ? [afterOf(entry)] : []
  const onTheWay = entry.wrote.filter(write => write.binding === binding).map(({ after }) => after)
  return [...own, ...onTheWay].some(look => {
    const epoch = isLabelled(look) ? epochOf(look) : 0
    return from < epoch && epoch <= to
  })
}
