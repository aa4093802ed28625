import { z } from 'zod'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { NotAuthorisedError } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import { RULES_TARGET } from '#lib/hap/analysis/rule-changes.ts'
import { caseChanges, describeLostCases, formatQuoted, type PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { type CaseResult, runCases } from '#lib/hap/cases/run-cases.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { isPlainText, isVisible } from '#lib/hap/text.ts'
import { formatInputProblems, INPUT_MESSAGES } from '#lib/input-problems.ts'
import { readCasesFile } from '#lib/rules-file/cases-file.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { attemptDraft, audited, type Done, failedOutcome, invalidDetail } from '#lib/services/audit/audited.ts'
import { rulesRevision } from '#lib/services/claims/rules-archive.ts'
import { DraftReason, Reason, Ticket } from '#lib/services/reason-input.ts'
import {
  type NamedRules,
  type Publication,
  type PublicationDraft,
  publicationAt,
  savePublication,
} from '#lib/store/publications.ts'
import type { RulesContext, RulesRequest } from './rules-context.ts'

/** Maximum of the database's integer type. */
export const MAX_NUMBER = 2 ** 31 - 1

/** The input that all publications share. */
export const ORDER_FIELDS = {
  /** Number of the revision that the author saw; 0 for the rules of the file. */
  basedOn: z.int().min(0).max(MAX_NUMBER),
  /** Pinned cases that must pass, as YAML; null for those of the revision that the author saw. */
  cases: z.string().max(MAX_FILE_BYTES).nullable(),
  reason: Reason,
  ticket: Ticket,
  /** Reason to publish although cases fail; null to refuse then. */
  overrideReason: DraftReason.nullable(),
  /**
   * Names of the failing cases that the author saw; another failing case refuses the publication.
   */
  overridden: z.array(z.string()),
}

type OrderFields = z.infer<z.ZodObject<typeof ORDER_FIELDS>>

export type PublishResult =
  | { readonly kind: 'published'; readonly publication: Publication }
  /**
   * Another publication came first: the revision that the author saw, and the one in force; null
   * for the rules of the file.
   */
  | { readonly kind: 'conflict'; readonly base: Publication | null; readonly current: Publication | null }
  /** The failing cases; a reason can override them. */
  | { readonly kind: 'failing'; readonly cases: readonly CaseResult[] }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }

/** One verb that publishes rules: publish, or roll back. */
interface PublishVerb<Order extends OrderFields> {
  readonly action: string
  readonly schema: z.ZodType<Order>
  documentOf(order: Order): Promise<{ document: string; restores: number | null } | { problem: string }>
}

/** Checks and publishes the rules of an order; each refusal is recorded. */
export async function publish<Order extends OrderFields>(
  context: RulesContext,
  { user, requestId, input }: RulesRequest,
  { action, schema, documentOf }: PublishVerb<Order>,
): Promise<PublishResult> {
  const { audit, plans, policy, store } = context
  const draft = attemptDraft(action, { user, requestId }, [RULES_TARGET])
  const obstacle = userRefusal(user, NEEDED_ROLES.rules)
  if (obstacle !== null) {
    await audit.refused(draft, obstacle)
    throw new NotAuthorisedError('role', NEEDED_ROLES.rules, obstacle)
  }
  const refuse = async (problems: readonly string[]): Promise<PublishResult> => {
    await audit.refused(draft, invalidDetail(problems))
    return { kind: 'invalid', problems }
  }
  const order = schema.safeParse(input, { error: INPUT_MESSAGES })
  if (!order.success) return refuse(formatInputProblems(order.error, 'publication'))
  const { basedOn, reason, ticket, overrideReason, overridden } = order.data
  const wanted = await documentOf(order.data)
  if ('problem' in wanted) return refuse([wanted.problem])
  const read = checkDocument(wanted.document, context)
  if ('problems' in read) return refuse(read.problems)
  const base = basedOn === 0 ? null : await publicationAt(store.db, basedOn)
  const pinned = order.data.cases ?? base?.pinned ?? ''
  const pins = readCases(pinned)
  if ('problems' in pins) return refuse(pins.problems)

  const { ruleset, rules, document } = read
  const cases = runCases(pins.cases, { ruleset, plans, policy })
  const failing = cases.filter(({ passed }) => !passed)
  const start = namedRules(context.start)
  const before = basedOn === 0 ? start.texts : (base?.texts ?? null)
  const intent = { ...draft, reason, ticket, before: before && { rules: before }, after: { rules: rules.texts } }
  // The author must have seen each failing case: new ones are reported first.
  const seen = new Set(overridden)
  const isOverridden = isVisible(overrideReason ?? '') && failing.every(({ name }) => seen.has(name))
  if (failing.length > 0 && !isOverridden) {
    await audit.refused(intent, failingMessage(failing))
    return { kind: 'failing', cases: failing }
  }
  const publication: PublicationDraft = {
    basedOn,
    rules,
    start,
    document,
    restores: wanted.restores,
    actor: user.name,
    role: user.role,
    reason,
    ticket,
    impact: await context.impact(ruleset),
    cases,
    pinned,
    overrideReason: failing.length > 0 ? overrideReason : null,
    at: new Date(store.now()),
  }
  const pinnedBefore = readCases(base?.pinned ?? '')
  const lost = 'cases' in pinnedBefore ? describeLostCases(caseChanges(pinnedBefore.cases, pins.cases)) : ''
  return audited(
    audit,
    intent,
    async auditSeq => {
      const saved = await savePublication(store, { ...publication, auditSeq })
      if ('saved' in saved) return accepted(saved.saved, failing, lost)
      const { current } = saved
      if (current !== null && isRepeated(current, publication))
        return accepted(
          current,
          failing,
          `An earlier attempt of the same request published this revision. ${lost}`.trim(),
        )
      const detail = `Revision ${basedOn} is no longer in force; revision ${current?.number ?? 0} is.`
      return { outcome: 'refused', detail, result: { kind: 'conflict', base: saved.base, current } }
    },
    failedOutcome,
  )
}

function accepted(publication: Publication, failing: readonly CaseResult[], note: string): Done<PublishResult> {
  const { number, restores, overrideReason } = publication
  const detail = [
    `Revision ${number}${restores === null ? '' : `, the rules of revision ${restores}`}.`,
    overrideReason !== null && `${failingMessage(failing)} Overridden: ${overrideReason}`,
    note,
  ]
  return {
    outcome: 'accepted',
    detail: detail.filter(Boolean).join(' ').slice(0, MAX_DETAIL),
    result: { kind: 'published', publication },
  }
}

const MAX_DETAIL = 2_000

/** A second click, or a retry after a lost answer: the wanted revision exists. */
function isRepeated(current: Publication, wanted: PublicationDraft): boolean {
  return (
    current.number === wanted.basedOn + 1 &&
    current.actor === wanted.actor &&
    current.reason === wanted.reason &&
    current.ticket === wanted.ticket &&
    current.restores === wanted.restores &&
    current.document === wanted.document &&
    current.pinned === wanted.pinned
  )
}

function failingMessage(failing: readonly CaseResult[]): string {
  const names = formatQuoted(failing.map(({ name }) => name))
  return `${failing.length === 1 ? 'A case fails' : `${failing.length} cases fail`}: ${names}.`
}

/** Maximum number of reported problems; the editor shows all. */
const MAX_PROBLEMS = 20

interface CheckedDocument {
  readonly ruleset: Ruleset
  readonly rules: NamedRules
  /** The document without a byte order mark. */
  readonly document: string
}

/**
 * Parses and checks the text of a draft. Returns its rules, or problems that begin with the line.
 */
function checkDocument(
  text: string,
  { plans, policy }: Pick<RulesContext, 'plans' | 'policy'>,
): CheckedDocument | { readonly problems: readonly string[] } {
  const { read, ruleset, findings } = checkRulesFile(new TextEncoder().encode(text), plans, policy)
  if (!('file' in read) || ruleset === null) {
    const errors = findings.filter(({ severity }) => severity === 'error')
    const told = errors.slice(0, MAX_PROBLEMS).map(({ message, place, hint }) => {
      return [place && `Line ${place.line}:`, message, hint].filter(Boolean).join(' ')
    })
    return { problems: errors.length > told.length ? [...told, `${errors.length - told.length} more.`] : told }
  }
  const rules = namedRules(ruleset)
  // The canonical texts are parsed later; names that only KEB accepts may not round-trip (D3).
  const again = rules.texts.every(isPlainText) ? Ruleset.from(rules.texts, plans, policy).ruleset : null
  if (again === null || namedRules(again).revision !== rules.revision) {
    const problem =
      'A rule has a name that cannot be written so that it reads back the same. Use letters, digits and -.'
    return { problems: [problem] }
  }
  return { ruleset, rules, document: read.file.text }
}

/** The rules in canonical form, with the revision hash that claims store. */
function namedRules(ruleset: Ruleset): NamedRules {
  return { revision: rulesRevision(ruleset), texts: ruleset.rules.map(formatRule) }
}

/** Parses pinned cases, or returns the problems as sentences; empty text has no cases. */
function readCases(text: string): { readonly cases: readonly PinnedCase[] } | { readonly problems: readonly string[] } {
  if (text.trim() === '') return { cases: [] }
  const read = readCasesFile(new TextEncoder().encode(text))
  if (!('problems' in read)) return read
  return {
    problems: read.problems.map(
      ({ message, hint, place }) => `Cases${place === null ? '' : `, line ${place.line}`}: ${message} ${hint}`,
    ),
  }
}
