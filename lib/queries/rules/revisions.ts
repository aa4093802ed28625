import { parsePublishedRules, type RuleChange, ruleChanges } from '#lib/hap/analysis/rule-changes.ts'
import { type CaseChanges, caseChanges } from '#lib/hap/cases/pinned-case.ts'
import type { ImpactSummary } from '#lib/hap/impact/impact.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf, type Semantics } from '#lib/hap/semantics.ts'
import { parseStoredCases } from '#lib/rules-file/cases-file.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { rulesYaml } from '#lib/rules-file/rules-yaml.ts'
import type { Db } from '#lib/store/database/client.ts'
import { latestNumber, listPublications, type Publication, publicationAt } from '#lib/store/publications.ts'
import { type DiffHunk, diffHunks } from '#lib/util/line-diff.ts'
import type { QueryContext } from '../query-context.ts'

/** Plans and semantics for the comparison of revisions: those of today. */
interface RulesBasis {
  readonly plans: Plans
  readonly semantics: Semantics
}

/** How many rules a revision changed. */
type ChangeCounts = Readonly<Record<RuleChange['change'], number>>

/** A revision in lists. */
export interface RevisionRow
  extends Pick<Publication, 'number' | 'at' | 'actor' | 'role' | 'reason' | 'ticket' | 'restores' | 'overrideReason'> {
  readonly rules: number
  /** Compared with the rules before it. */
  readonly changed: ChangeCounts
  readonly cases: { readonly passed: number; readonly failed: number }
  readonly impact: ImpactSummary | null
}

/** A part of the revisions. */
export interface RevisionList {
  /** Newest first. */
  readonly revisions: readonly RevisionRow[]
  /** Whether older ones exist. */
  readonly more: boolean
}

/** Difference between two revisions. */
interface Comparison {
  /** 0 = the rules before the first revision. */
  readonly from: number
  readonly changes: readonly RuleChange[]
  /** Of the documents, or of the rules where one side has no document. */
  readonly hunks: readonly DiffHunk[]
}

/** Content of the page of a revision. */
export interface RevisionDetail extends RevisionRow {
  /** Number of the latest revision. */
  readonly inForce: number
  /** Hash of its rules, which claims record; equal rules have equal hashes. */
  readonly hash: string
  /** Document as written by its author. */
  readonly document: string
  readonly results: Publication['cases']
  /** Compared with the revision before it. */
  readonly caseChanges: CaseChanges
  readonly comparison: Comparison
}

/** Lists revisions, newest first, or those older than `before`. */
export async function listRevisions(
  db: Db,
  by: RulesBasis,
  { limit, before }: { readonly limit: number; readonly before?: number | undefined },
): Promise<RevisionList> {
  const found = await listPublications(db, limit + 1, before)
  return { revisions: found.slice(0, limit).map(one => rowOf(one, by)), more: found.length > limit }
}

/**
 * Returns a revision, compared with the one before it or with `from`; null when it does not exist.
 */
export async function getRevision(
  db: Db,
  by: RulesBasis,
  number: number,
  from = number - 1,
): Promise<RevisionDetail | null> {
  const publication = await publicationAt(db, number)
  if (publication === null) return null
  const old = from === 0 ? await readInitialRules(db) : await publicationAt(db, from)
  if (old === null) return null
  const comparison = {
    from,
    changes: changesOf(old.texts, publication.texts, by),
    hunks: diffRules(old, publication),
  }
  return {
    ...rowOf(publication, by),
    inForce: await latestNumber(db),
    hash: publication.revision,
    document: publication.document,
    results: publication.cases,
    caseChanges: await listCaseChanges(db, publication),
    comparison,
  }
}

/** Rules as texts, with their document where one exists. */
type WrittenRules = Pick<Publication, 'texts'> & { readonly document: string | null }

async function readInitialRules(db: Db): Promise<WrittenRules | null> {
  const first = await publicationAt(db, 1)
  if (first === null) return null
  // The document of the built-in rules is known; a file of rules is not stored.
  const isBuiltIn = first.replaced.join('\n') === DEFAULT_RULES.join('\n')
  return { texts: first.replaced, document: isBuiltIn ? rulesYaml(DEFAULT_RULES) : null }
}

function diffRules(before: WrittenRules, after: WrittenRules): readonly DiffHunk[] {
  if (before.document !== null && after.document !== null) return diffHunks(before.document, after.document)
  return diffHunks(rulesYaml(before.texts), rulesYaml(after.texts))
}

function rowOf(publication: Publication, by: RulesBasis): RevisionRow {
  const { number, at, actor, role, reason, ticket, restores, overrideReason, texts, replaced, cases, impact } =
    publication
  const changes = changesOf(replaced, texts, by)
  const count = (change: RuleChange['change']) => changes.filter(one => one.change === change).length
  const passed = cases.filter(one => one.passed).length
  return {
    number,
    at,
    actor,
    role,
    reason,
    ticket,
    restores,
    overrideReason,
    rules: texts.length,
    changed: { added: count('added'), removed: count('removed'), changed: count('changed') },
    cases: { passed, failed: cases.length - passed },
    impact,
  }
}

function changesOf(before: readonly string[], after: readonly string[], { plans, semantics }: RulesBasis) {
  return ruleChanges(parsePublishedRules(before, semantics), parsePublishedRules(after, semantics), plans)
}

/** Lists the changes of pinned cases since the previous revision. */
async function listCaseChanges(db: Db, { number, pinned }: Publication): Promise<CaseChanges> {
  const before = number === 1 ? null : await publicationAt(db, number - 1)
  return caseChanges(parseStoredCases(before?.pinned ?? ''), parseStoredCases(pinned))
}

/** Refers to a ruleset. Revision 0 is the ruleset before the first one. */
export type RulesReference =
  | { readonly kind: 'in-force' }
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'revision'; readonly number: number }

/**
 * Resolves a ruleset with today's plans, or returns a sentence that explains the failure. Throws
 * StoreError for revisions.
 */
export async function resolveRuleset(
  name: RulesReference,
  db: Db,
  { rules, semantics }: Pick<QueryContext, 'rules' | 'semantics'>,
): Promise<{ readonly ruleset: Ruleset } | { readonly problem: string }> {
  if (name.kind === 'in-force') return rules
  const policy = policyOf(semantics)
  if (name.kind === 'draft') {
    const { ruleset } = checkRulesFile(new TextEncoder().encode(name.text), rules.plans, policy)
    return ruleset ? { ruleset } : { problem: 'Fix the errors in the editor first.' }
  }
  const { number } = name
  const publication = await publicationAt(db, Math.max(1, number))
  if (publication === null) return { problem: `There is no revision ${number}.` }
  const texts = number === 0 ? publication.replaced : publication.texts
  const { ruleset } = Ruleset.from(texts, rules.plans, policy)
  return ruleset
    ? { ruleset }
    : {
        problem: `The rules of revision ${number} are not valid with the current plans, so no decision can be made with them.`,
      }
}
