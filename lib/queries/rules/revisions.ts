import { parsePublishedRules, type RuleChange, ruleChanges } from '#lib/hap/analysis/rule-changes.ts'
import { type CaseChanges, caseChanges } from '#lib/hap/cases/pinned-case.ts'
import type { ImpactSummary } from '#lib/hap/impact/impact.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf, type Semantics } from '#lib/hap/semantics.ts'
import { type DiffHunk, hunksOf, lineDiff } from '#lib/hap/text/line-diff.ts'
import { casesOf } from '#lib/rules-file/cases-of.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { rulesYaml } from '#lib/rules-file/rules-yaml.ts'
import type { Db } from '#lib/store/database/client.ts'
import { latestNumber, listPublications, type Publication, publicationAt } from '#lib/store/publications.ts'
import type { QueryContext } from '../query-context.ts'

/** What rules are read by: revisions are compared by today's plans and semantics. */
interface RulesBasis {
  readonly plans: Plans
  readonly semantics: Semantics
}

/** How many rules a revision changed. */
type ChangeCounts = Readonly<Record<RuleChange['change'], number>>

/** A revision as lists show it. */
export interface RevisionRow
  extends Pick<Publication, 'number' | 'at' | 'actor' | 'role' | 'reason' | 'ticket' | 'restores' | 'overrideReason'> {
  readonly rules: number
  /** Against what was in force before. */
  readonly changed: ChangeCounts
  readonly cases: { readonly passed: number; readonly failed: number }
  readonly impact: ImpactSummary | null
}

export interface RevisionList {
  /** From the newest on. */
  readonly revisions: readonly RevisionRow[]
  /** Whether there are older ones. */
  readonly more: boolean
}

/** What leads from one revision to another. */
interface Comparison {
  /** 0 = what was in force before the first one. */
  readonly from: number
  readonly changes: readonly RuleChange[]
  /** Of the documents as they were written, or of the rules where one of the two has none. */
  readonly hunks: readonly DiffHunk[]
}

export interface RevisionDetail extends RevisionRow {
  /** Of the last revision. */
  readonly inForce: number
  /** Of its rules, as claims keep it; revisions with the same rules have the same one. */
  readonly hash: string
  /** As it was written. */
  readonly document: string
  readonly results: Publication['cases']
  /** Against the revision before it. */
  readonly caseChanges: CaseChanges
  readonly comparison: Comparison
}

/** Revisions from the newest on, or from the one before `before` on. */
export async function listRevisions(
  db: Db,
  by: RulesBasis,
  { limit, before }: { readonly limit: number; readonly before?: number | undefined },
): Promise<RevisionList> {
  const found = await listPublications(db, limit + 1, before)
  return { revisions: found.slice(0, limit).map(one => rowOf(one, by)), more: found.length > limit }
}

/** One revision, compared with the one before it or with `from`; null when there is no such revision. */
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
    hunks: hunksOf(diff(old, publication)),
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

/** Rules as texts, and the document they were written in where there is one. */
type WrittenRules = Pick<Publication, 'texts'> & { readonly document: string | null }

async function readInitialRules(db: Db): Promise<WrittenRules | null> {
  const first = await publicationAt(db, 1)
  if (first === null) return null
  // What the built-in rules are read from is known; a file of rules is not kept.
  const isBuiltIn = first.replaced.join('\n') === DEFAULT_RULES.join('\n')
  return { texts: first.replaced, document: isBuiltIn ? rulesYaml(DEFAULT_RULES) : null }
}

function diff(before: WrittenRules, after: WrittenRules) {
  if (before.document !== null && after.document !== null) return lineDiff(before.document, after.document)
  return lineDiff(rulesYaml(before.texts), rulesYaml(after.texts))
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

/** What a revision did to the pinned cases of the one before it. */
async function listCaseChanges(db: Db, { number, pinned }: Publication): Promise<CaseChanges> {
  const before = number === 1 ? null : await publicationAt(db, number - 1)
  return caseChanges(casesOf(before?.pinned ?? ''), casesOf(pinned))
}

/** Which rules are meant. Revision 0 is what was in force before the first one. */
export type RulesReference =
  | { readonly kind: 'in-force' }
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'revision'; readonly number: number }

/** Those rules, read by today's plans; or a sentence that says why there are none. Throws StoreError for revisions. */
export async function resolveRuleset(
  name: RulesReference,
  db: Db,
  { rules, semantics }: Pick<QueryContext, 'rules' | 'semantics'>,
): Promise<{ readonly ruleset: Ruleset } | { readonly problem: string }> {
  if (name.kind === 'in-force') return rules
  const policy = policyOf(semantics)
  if (name.kind === 'draft') {
    const { ruleset } = checkRulesFile(new TextEncoder().encode(name.text), rules.plans, policy)
    return ruleset ? { ruleset } : { problem: 'The draft has errors. The editor of the rules shows them.' }
  }
  const { number } = name
  const publication = await publicationAt(db, Math.max(1, number))
  if (publication === null) return { problem: `There is no revision ${number}.` }
  const texts = number === 0 ? publication.replaced : publication.texts
  const { ruleset } = Ruleset.from(texts, rules.plans, policy)
  return ruleset
    ? { ruleset }
    : {
        problem: `The rules of revision ${number} are not valid with the plans of today, so nothing can be decided by them.`,
      }
}
