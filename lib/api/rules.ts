import { z } from 'zod'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { RULES_TARGET, RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { parseInput } from '#lib/input-problems.ts'
import { checkRulesFile, type Finding as FindingType } from '#lib/rules-file/check-rules-file.ts'
import { MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { runtime } from '#lib/runtime.ts'
import { getRules, getRulesDrift, type RulesDetail, type RulesDriftStatus } from '#lib/services/rules/get-rules.ts'
import { publishRevision, publishRules } from '#lib/services/rules/publish-rules.ts'
import { WriteOrder } from '#lib/services/rules/write-config-map.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'
import { matchedNumber, versioned } from './entity-tag.ts'
import { answer, compute, type Resource, read, write } from './operation.ts'
import { DiffHunk, NewRevision, PublishBody, publishReply, RuleChange, readPublication } from './revisions.ts'
import { requireRole } from './sender.ts'

const TextPlace = z.object({ namespace: z.string(), name: z.string(), key: z.string() })

const Place = z.object({ line: z.number(), column: z.number() })

const TextRange2 = z.object({ rule: z.number(), start: z.number(), end: z.number() })

const Finding = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  hint: z.string().nullable(),
  place: Place.nullable(),
  length: z.number(),
  related: z.array(Place),
  range: TextRange2.nullable(),
  fix: z
    .object({
      title: z.string(),
      edits: z.array(
        z.union([
          z.object({ kind: z.literal('replace'), range: TextRange2, text: z.string() }),
          z.object({ kind: z.literal('insert'), before: z.number(), text: z.string() }),
          z.object({ kind: z.literal('remove'), rule: z.number() }),
        ]),
      ),
    })
    .nullable(),
})

const Rules = answer<RulesDetail>()(
  z.object({
    text: z.string(),
    hash: z.string(),
    number: z.number(),
    origin: z.string(),
    rules: z.number(),
    pinned: z.string(),
    plans: z.array(z.object({ name: z.string(), providers: z.array(z.string()).nullable() })),
    requiredPlans: z.array(z.string()),
    semantics: z.enum(['documented', 'keb']),
    namespace: z.string(),
    regions: z.object({
      platform: z.array(z.string()),
      hyperscaler: z.array(z.object({ provider: z.string(), regions: z.array(z.string()) })),
    }),
  }),
)

const RulesDrift = answer<RulesDriftStatus>()(
  z.object({
    drift: z
      .object({
        number: z.number(),
        place: TextPlace,
        configMap: z.union([
          z.object({ kind: z.literal('same'), keepers: z.array(z.string()) }),
          z.object({ kind: z.literal('missing') }),
          z.object({
            kind: z.literal('differs'),
            hunks: z.array(DiffHunk),
            moreLines: z.number(),
            changes: z.array(RuleChange).nullable(),
            owners: z.array(z.string()),
            keepers: z.array(z.string()),
            resourceVersion: z.string(),
          }),
          z.object({ kind: z.literal('unread'), reason: z.string() }),
        ]),
        file: z.object({ name: z.string(), changes: z.array(RuleChange) }).nullable(),
        keb: z
          .union([
            z.object({ place: TextPlace, kind: z.literal('same') }),
            z.object({
              place: TextPlace,
              kind: z.literal('differs'),
              changes: z.array(RuleChange).nullable(),
              problem: z.string().nullable(),
            }),
            z.object({ place: TextPlace, kind: z.literal('missing') }),
            z.object({ place: TextPlace, kind: z.literal('unread'), reason: z.string() }),
          ])
          .nullable(),
      })
      .nullable(),
    pending: z
      .union([
        z.object({ number: z.number(), kind: z.literal('writing') }),
        z.object({
          number: z.number(),
          kind: z.literal('failed'),
          reason: z.string(),
          again: z.boolean(),
          owned: z.boolean(),
        }),
      ])
      .nullable(),
  }),
)

const RulesCheck = answer<{ valid: boolean; rules: number | null; findings: readonly FindingType[] }>()(
  z.object({ valid: z.boolean(), rules: z.number().nullable(), findings: z.array(Finding) }),
)

/** Rules in any format of a rule file. */
const RulesText = z.strictObject({ text: z.string().max(MAX_FILE_BYTES, { error: 'is longer than 1 MB' }) })

/** The rules in force. */
export const RULES = {
  schemas: { Rules, RulesDrift, RulesCheck },
  routes: [
    read('/rules', {
      summary: 'Get the rules in force',
      tagged: 'version',
      answers: { 200: Rules },
      run: ({ context }) => {
        const answer = getRules(context, runtime().rules.active)
        return versioned(answer.number, answer)
      },
    }),
    // Publishes if the revision in `If-Match` is in force.
    write('PUT', '/rules', {
      summary: 'Publish rules',
      role: 'admin',
      body: PublishBody,
      match: 'required',
      maxBytes: MAX_BODY_BYTES,
      answers: { 201: NewRevision },
      action: RULES_VERBS.publish,
      target: () => RULES_TARGET,
      authorise: requireRole(RULES_VERBS.publish, RULES_TARGET, NEEDED_ROLES.rules),
      run: async ({ user, requestId, request, body }) => {
        const input = { ...readPublication(body), basedOn: matchedNumber(request) }
        return publishReply(await publishRevision(runtime(), { user, requestId, input }, publishRules))
      },
    }),
    compute('/rules/check', {
      summary: 'Check a rule file',
      body: RulesText,
      maxBytes: MAX_BODY_BYTES,
      answers: { 200: RulesCheck },
      run: ({ context: { rules, semantics }, body }) => {
        const { text } = parseInput(RulesText, body)
        const { ruleset, findings } = checkRulesFile(new TextEncoder().encode(text), rules.plans, policyOf(semantics))
        return { valid: ruleset !== null, rules: ruleset?.rules.length ?? null, findings }
      },
    }),
    // For a ConfigMap that was edited, or whose last write failed.
    write('POST', '/rules/config-map', {
      summary: 'Write the published rules to the ConfigMap',
      role: 'admin',
      body: WriteOrder,
      answers: { 200: NewRevision },
      action: RULES_VERBS.write,
      target: () => RULES_TARGET,
      run: async ({ user, requestId, body }) => {
        const result = await runtime().rulesWriter.write({ user, requestId, input: body })
        if (result.kind === 'invalid') return problemResponse(400, result.problems.join(' '))
        if (result.kind === 'owned') return problemResponse(409, result.message)
        if (result.kind === 'failed') return problemResponse(503, result.message)
        return { number: result.number }
      },
    }),
    // Between the published rules, the ConfigMap and the rule file.
    read('/rules/drift', {
      summary: 'Compare the published rules with the ConfigMap and the rule file',
      answers: { 200: RulesDrift },
      run: () => getRulesDrift(runtime()),
    }),
  ],
} satisfies Resource
