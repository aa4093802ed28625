import { type ChangedLine, changedLines } from '../actions/diff.ts'
import { isRecord } from '../document.ts'
import { epochOf } from '../lifecycle/change.ts'
import { ALLOWLIST_TARGET } from '../lifecycle/multi-account-change.ts'
import type { BindingRef } from '../pools/binding.ts'
import { type AuditedChange, type AuditOutcome, type BindingWrite, isLabelled } from './binding-write.ts'
import { isOfProposal, proposalFacts } from './proposal.ts'
import { parseTarget } from './target.ts'

export type ChangeLine = ChangedLine | ValueLine

/** What an action changed, or was to change where it was not done. */
export function entryChange(entry: AuditedChange): readonly ChangeLine[] {
  const { before } = entry
  // What is proposed is told in words: nothing is changed by it.
  if (isOfProposal(entry)) return []
  const after = afterOf(entry)
  if (after === null || after === undefined) return []
  if (isLabelled(before) && isLabelled(after)) return changedLines(before, after)
  if (!entry.targets.includes(ALLOWLIST_TARGET)) return valueLines(before, after)
  return valueLines(inWordsOfPage(before), inWordsOfPage(after))
}

/** Settings as they are kept, by the names they have on the page and in a document (seed 003). */
function inWordsOfPage(settings: unknown): unknown {
  if (!isRecord(settings)) return settings
  const { allowed, limits, ...others } = settings
  const providers = isRecord(limits) && isRecord(limits.providers) ? limits.providers : {}
  return {
    ...others,
    allowedGlobalAccounts: allowed,
    limits: isRecord(limits) ? { default: limits.default, ...providers } : limits,
  }
}

/** What it was after an action, or was to be where it was not done. */
export function afterOf(entry: AuditedChange): unknown {
  const { outcome, wanted, result } = entry
  // Of a claim the request is kept as what was wanted, which is no state of it.
  return isOfClaim(entry) ? result : outcome === 'accepted' ? (result ?? wanted) : wanted
}

/** What a claim asked for, or a proposal is about; nothing for other actions. */
export function askedFor(entry: AuditedChange): readonly (readonly [key: string, value: string])[] {
  if (isOfProposal(entry)) return proposalFacts(entry)
  return isOfClaim(entry) ? valueLines(null, entry.wanted).map(({ key, value }) => [key, value]) : []
}

/** The binding a claim had after the action, or before it. */
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
  /** Where it stands: `limits.aws`. */
  readonly key: string
  readonly value: string
  /** The value is a number or a flag. */
  readonly bare: boolean
}

/** What differs between two values of JSON. What is null is not there, and a list of texts has no order. */
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

/** Every text, number and flag in a value of JSON, with where it stands. */
function leavesOf(value: unknown, key = ''): readonly Leaf[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => leavesOf(item, isRecord(item) ? `${key}[${index}]` : key))
  }
  if (!isRecord(value)) return [[key, String(value), typeof value !== 'string']]
  return Object.entries(value).flatMap(([name, item]) => leavesOf(item, key === '' ? name : `${key}.${name}`))
}

/** Epochs of a binding that were raised after the first of these, up to the last. */
export interface EpochSpan {
  readonly from: number
  readonly to: number
}

/** What is not over yet, or not known, may have been what was seen. */
const MAY_HAVE: ReadonlySet<AuditOutcome> = new Set(['accepted', 'open', 'unknown'])

/** Whether an action is one of those that raised the epoch of a binding, by its bindingKey, in a span. */
export function wroteWithin(
  entry: AuditedChange & { readonly wrote: readonly BindingWrite[] },
  binding: string,
  { from, to }: EpochSpan,
): boolean {
  const own = entry.targets.includes(binding) && MAY_HAVE.has(entry.outcome) ? [afterOf(entry)] : []
  const onTheWay = entry.wrote.filter(write => write.binding === binding).map(({ after }) => after)
  return [...own, ...onTheWay].some(look => {
    const epoch = isLabelled(look) ? epochOf(look) : 0
    return from < epoch && epoch <= to
  })
}
