import { type ChangedLine, changedLines } from '../actions/changed-lines.ts'
import { isRecord } from '../is-record.ts'
import { ALLOWLIST_TARGET } from '../lifecycle/multi-account-change.ts'
import type { BindingRef } from '../pools/binding.ts'
import type { AuditedChange } from './audited-change.ts'
import { isLabelled } from './labelled.ts'
import { isOfProposal, proposalFacts } from './proposal-words.ts'
import { parseTarget } from './target.ts'
import { type ValueLine, valueLines } from './value-lines.ts'

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
