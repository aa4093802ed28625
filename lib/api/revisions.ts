import { z } from 'zod'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { RULES_TARGET, RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { INPUT_MESSAGES } from '#lib/input-problems.ts'
import { getRevision, listRevisions } from '#lib/queries/rules/revisions.ts'
import { hapRuleYaml, rulesYaml } from '#lib/rules-file/rules-yaml.ts'
import { runtime } from '#lib/runtime.ts'
import type { PublishResult } from '#lib/services/rules/publish.ts'
import { PublishOrder, publishRevision, RollBackOrder, rollBackRules } from '#lib/services/rules/publish-rules.ts'
import { publicationAt } from '#lib/store/publications.ts'
import { wholeNumber } from '#lib/util/whole-number.ts'
import { matchedNumber, versioned } from './entity-tag.ts'
import { yamlResponse } from './export-file.ts'
import { type Answer, answer, type Resource, read, write, YAML_FILE } from './operation.ts'
import type { Reply } from './reply.ts'
import { requireRole } from './sender.ts'

export const DiffHunk = z.object({
  oldStart: z.number(),
  newStart: z.number(),
  lines: z.array(z.object({ change: z.enum(['added', 'removed', 'kept']), text: z.string() })),
})

export const RuleChange = z.object({
  change: z.enum(['changed', 'added', 'removed']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  poolsBefore: z.array(z.string()),
  poolsAfter: z.array(z.string()),
})

const ImpactSummary = z.object({
  counts: z.array(z.object({ impact: z.string(), clusters: z.number(), globalAccounts: z.number() })),
  unknown: z.number(),
})

const RevisionRow = z.object({
  rules: z.number(),
  changed: z.object({ changed: z.number(), added: z.number(), removed: z.number() }),
  cases: z.object({ passed: z.number(), failed: z.number() }),
  impact: ImpactSummary.nullable(),
  number: z.number(),
  at: z.string(),
  actor: z.string(),
  role: z.string(),
  reason: z.string(),
  ticket: z.string().nullable(),
  restores: z.number().nullable(),
  overrideReason: z.string().nullable(),
})

const RevisionList = answer<Answer<typeof listRevisions>>()(
  z.object({ revisions: z.array(RevisionRow), more: z.boolean() }),
)

const RevisionDetail = answer<Answer<typeof getRevision>>()(
  z.object({
    inForce: z.number(),
    hash: z.string(),
    document: z.string(),
    results: z.array(z.object({ name: z.string(), passed: z.boolean(), expected: z.string(), actual: z.string() })),
    caseChanges: z.object({ removed: z.array(z.string()), changed: z.array(z.string()), added: z.array(z.string()) }),
    comparison: z.object({ from: z.number(), changes: z.array(RuleChange), hunks: z.array(DiffHunk) }),
    rules: z.number(),
    changed: z.object({ changed: z.number(), added: z.number(), removed: z.number() }),
    cases: z.object({ passed: z.number(), failed: z.number() }),
    impact: ImpactSummary.nullable(),
    number: z.number(),
    at: z.string(),
    actor: z.string(),
    role: z.string(),
    reason: z.string(),
    ticket: z.string().nullable(),
    restores: z.number().nullable(),
    overrideReason: z.string().nullable(),
  }),
)

/** Fields that a program may omit. The revision that it saw comes from `If-Match`. */
const OPTIONAL = { cases: true, ticket: true, overrideReason: true, overridden: true } as const

/** Body that publishes rules. */
export const PublishBody = z.object(PublishOrder.shape).omit({ basedOn: true }).partial(OPTIONAL)

/** Body that publishes the rules of an older revision again. */
const RollBackBody = RollBackOrder.omit({ basedOn: true, number: true }).partial(OPTIONAL)

export const NewRevision = z.object({ number: z.number() })

/** Exclusive upper bound for revision numbers in parameters. */
const MAX_REVISION = 9_999_999

const FORMS = {
  values: ({ texts }: { texts: readonly string[] }) => rulesYaml(texts),
  hapRule: ({ texts }: { texts: readonly string[] }) => hapRuleYaml(texts),
  written: ({ document }: { document: string }) => document,
  cases: ({ pinned }: { pinned: string }) => pinned,
}

/** File names differ by form, because the contents do. */
const NAMES = { values: 'rules', hapRule: 'hapRule', written: 'rules-as-written', cases: 'cases' } as const

/** Published revisions of the rules. */
export const REVISIONS = {
  schemas: { RevisionList, RevisionDetail },
  routes: [
    read('/rules/revisions', {
      summary: 'List the published revisions',
      query: z.object({ limit: wholeNumber(1, 200, 20), before: wholeNumber(1, MAX_REVISION, MAX_REVISION) }),
      answers: { 200: RevisionList },
      run: ({ query, context: { rules, semantics } }) =>
        listRevisions(runtime().store.db, { plans: rules.plans, semantics }, query),
    }),
    // Compared with the previous revision, or with `from`.
    read('/rules/revisions/:number', {
      summary: 'Get a revision, compared with another',
      query: z.object({
        from: z
          .string()
          .regex(/^\d{1,7}$/, { error: 'must be a whole number' })
          .optional(),
      }),
      answers: { 200: RevisionDetail },
      run: async ({ params, query, context: { rules, semantics } }) => {
        const number = parseRevisionNumber(params.number)
        const from = query.from === undefined ? undefined : Number(query.from)
        const detail = await getRevision(runtime().store.db, { plans: rules.plans, semantics }, number, from)
        if (detail === null)
          throw new NotFoundError(
            `There is no revision ${number}${from === undefined ? '' : `, or no revision ${from}`}.`,
          )
        return detail
      },
    }),
    // Publishes if the revision in `If-Match` is in force.
    write('POST', '/rules/revisions/:number/restore', {
      summary: 'Publish the rules of an older revision again',
      role: 'admin',
      body: RollBackBody,
      match: 'required',
      answers: { 201: NewRevision },
      action: RULES_VERBS.rollBack,
      target: () => RULES_TARGET,
      authorise: requireRole(RULES_VERBS.rollBack, RULES_TARGET, NEEDED_ROLES.rules),
      run: async ({ user, requestId, params, request, body }) => {
        const fields = readPublication(body)
        const input = { ...fields, number: parseRevisionNumber(params.number), basedOn: matchedNumber(request) }
        return publishReply(await publishRevision(runtime(), { user, requestId, input }, rollBackRules))
      },
    }),
    // As values.yaml (`hap.rule`), as hapRule.yaml (`rule`) or as written, or the cases pinned with
    // the revision.
    read('/rules/revisions/:number/yaml', {
      summary: 'Download a revision as a file',
      query: z.object({
        form: z
          .enum(['values', 'hapRule', 'written', 'cases'], { error: 'must be values, hapRule, written or cases' })
          .default('values'),
      }),
      answers: { 200: YAML_FILE },
      run: async ({ params, query: { form } }) => {
        const number = parseRevisionNumber(params.number)
        const publication = await publicationAt(runtime().store.db, number)
        if (publication === null) throw new NotFoundError(`There is no revision ${number}.`)
        return yamlResponse(FORMS[form](publication), `${NAMES[form]}-${number}`)
      },
    }),
  ],
} satisfies Resource

/** Parses the revision number of an address. Throws NotFoundError for an invalid one. */
function parseRevisionNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new NotFoundError('Revisions have whole numbers from 1.')
  return Number(text)
}

/** Defaults for the fields that programs may omit and the pages always send. */
const DEFAULTS = { cases: null, ticket: null, overrideReason: null, overridden: [] }

/**
 * Reads the body of a publication without validating its fields, which the service does. Throws
 * ZodError.
 */
export function readPublication(body: unknown): Readonly<Record<string, unknown>> {
  return { ...DEFAULTS, ...z.record(z.string(), z.unknown()).parse(body, { error: INPUT_MESSAGES }) }
}

const MAX_CASES_TEXT = 2_000
const MAX_PROBLEMS = 20

/** Converts the result of a publication, which the service has recorded, to an answer. */
export function publishReply(result: PublishResult): Reply<{ number: number }> | Response {
  switch (result.kind) {
    case 'published': {
      const { number } = result.publication
      return versioned(number, { number }, { status: 201, location: `/api/v1/rules/revisions/${number}` })
    }
    case 'conflict':
      return problemResponse(412, `Revision ${result.current?.number ?? 0} is in force now. Review it, then retry.`)
    case 'failing': {
      const names = result.cases.map(({ name }) => name).join(', ')
      return problemResponse(409, `Cases fail: ${names}.`.slice(0, MAX_CASES_TEXT))
    }
    case 'invalid':
      return problemResponse(400, result.problems.slice(0, MAX_PROBLEMS).map(withFullStop).join(' '))
  }
}

function withFullStop(problem: string): string {
  return /[.!?]$/.test(problem) ? problem : `${problem}.`
}
