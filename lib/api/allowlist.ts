import { z } from 'zod'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { MultiAccount as MultiAccountType } from '#lib/hap/lifecycle/multi-account.ts'
import { ALLOWLIST_TARGET, CHANGE_ALLOWLIST } from '#lib/hap/lifecycle/multi-account-change.ts'
import { formatMultiAccountYaml, parseMultiAccount } from '#lib/hap/lifecycle/multi-account-document.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { NotFoundError, RefusedRequestError } from '#lib/http/request-errors.ts'
import { parseInput } from '#lib/input-problems.ts'
import { type AllowlistDetail, getAllowlist, listAllowlistVersions } from '#lib/queries/allowlist/allowlist-detail.ts'
import { computeConsequences } from '#lib/queries/allowlist/consequences.ts'
import { decodeText } from '#lib/rules-file/decode-text.ts'
import { formatFileProblem as words } from '#lib/rules-file/file-problem.ts'
import { parseYaml } from '#lib/rules-file/parse-yaml.ts'
import { runtime } from '#lib/runtime.ts'
import { updateAllowlist } from '#lib/services/change-allowlist.ts'
import { revisionAt } from '#lib/store/allowlist-revisions.ts'
import { wholeNumber } from '#lib/util/whole-number.ts'
import { matchedNumber, versioned } from './entity-tag.ts'
import { yamlResponse } from './export-file.ts'
import { type Answer, answer, compute, type Resource, read, write, YAML_FILE } from './operation.ts'
import { requireRole } from './sender.ts'
import { EffectiveLimit } from './shared-schemas.ts'

const MultiAccount = z.object({
  allowed: z.array(z.string()),
  limits: z.object({ default: z.number(), providers: z.record(z.string(), z.number()) }).nullable(),
  minBindingsForGuard: z.number(),
})

const Concerned = z.object({
  globalAccounts: z.number(),
  shoots: z.number(),
  accounts: z.number(),
  bindings: z.number(),
})

const OwnerImpact = z.object({
  globalAccount: z.string(),
  pool: z.string(),
  shoots: z.number(),
  bindingsQ: z.string(),
  shootsQ: z.string().nullable(),
  right: z.enum(['same', 'gains', 'loses']),
  newlyOver: z.number(),
  noLongerOver: z.number(),
  next: z.enum(['stops', 'waits', 'claims', 'moves', 'reuses', 'same']),
  messages: z.object({ before: z.string(), after: z.string() }).nullable(),
  request: z
    .object({
      plan: z.string(),
      provider: z.string(),
      platformRegion: z.string(),
      hyperscalerRegion: z.string(),
      globalAccount: z.string(),
    })
    .nullable(),
  accounts: z.number(),
  bindings: z.number(),
})

const Consequences = z.object({
  semantics: z.enum(['documented', 'keb']),
  rights: z.object({ known: z.number(), before: z.number(), after: z.number(), gains: Concerned, loses: Concerned }),
  over: z.object({ before: Concerned, after: Concerned }),
  stranded: z.number(),
  next: z.object({
    stops: z.number(),
    waits: z.number(),
    claims: z.number(),
    moves: z.number(),
    reuses: z.number(),
    same: z.number(),
  }),
  rows: z.array(OwnerImpact),
  changed: z.number(),
  limits: z.array(
    z.object({
      provider: z.string(),
      limit: EffectiveLimit,
      unread: z.boolean(),
      accounts: z.number(),
      most: z.number(),
    }),
  ),
  known: z.record(z.string(), z.object({ shoots: z.number(), accounts: z.number(), bindings: z.number() })),
})

const HistoryEntry = z.object({
  change: z
    .object({
      added: z.array(z.string()),
      removed: z.array(z.string()),
      numbers: z.array(z.object({ setting: z.string(), before: z.number().nullable(), after: z.number().nullable() })),
    })
    .nullable(),
  version: z.number(),
  multiAccount: MultiAccount,
  at: z.string(),
  actor: z.string(),
  reason: z.string(),
  ticket: z.string().nullable(),
})

/** What would change if multiple accounts were off. */
export const OffEffect = z.object({ globalAccounts: z.number(), stranded: z.number(), blocked: z.number() })

const Allowlist = answer<AllowlistDetail>()(
  z.object({
    version: z.number(),
    multiAccount: MultiAccount,
    set: z.object({ at: z.string(), actor: z.string(), reason: z.string(), ticket: z.string().nullable() }).nullable(),
    start: z.string(),
    state: Consequences,
    ifMultiAccountOff: OffEffect.nullable(),
  }),
)

const AllowlistPreview = answer<{
  multiAccount: MultiAccountType
  consequences: Answer<typeof computeConsequences>
}>()(z.object({ multiAccount: MultiAccount, consequences: Consequences }))

const AllowlistHistory = answer<Answer<typeof listAllowlistVersions>>()(
  z.object({ entries: z.array(HistoryEntry), more: z.boolean(), start: MultiAccount.nullable() }),
)

/** Allowlist and limits, as a document or as the text of a values.yaml that contains them. */
const AllowlistDraft = z.strictObject({
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Content of hap.multiHyperscalerAccount.' }),
  yaml: z.string().optional().meta({ description: 'Instead of settings: the text of a values.yaml.' }),
})

/** Adds reason and ticket. */
const AllowlistChange = AllowlistDraft.extend({ reason: z.string(), ticket: z.string().nullish() })

/**
 * Parses the settings of a body. Throws ZodError, and RefusedRequestError with all problems of the
 * settings.
 */
function parseSettings(body: unknown): MultiAccountType {
  const result = parseMultiAccount(documentOf(parseInput(AllowlistDraft, body)), runtime().rules.active.plans)
  if ('problems' in result) throw refusal(result.problems)
  return result.multiAccount
}

/**
 * Parses the body of a change without validating its settings. Throws ZodError,
 * RefusedRequestError.
 */
function parseAllowlistChange(body: unknown) {
  const { reason, ticket = null, ...draft } = parseInput(AllowlistChange, body)
  return { reason, ticket, settings: documentOf(draft) }
}

function documentOf({ settings, yaml: text }: z.output<typeof AllowlistDraft>): unknown {
  if ((settings === undefined) === (text === undefined)) throw refusal(['Give either settings or yaml.'])
  if (text === undefined) return settings
  const decoded = decodeText(new TextEncoder().encode(text))
  if ('problem' in decoded) throw refusal([words(decoded.problem)])
  const yaml = parseYaml(decoded.text)
  if ('problems' in yaml) throw refusal(yaml.problems.map(words))
  return yaml.value
}

function refusal(problems: readonly string[]): RefusedRequestError {
  return new RefusedRequestError(400, problems.slice(0, 20).join(' '))
}

const MAX_BYTES = 1_000_000

/** Allowlist and limits of global accounts. */
export const ALLOWLIST = {
  schemas: { Allowlist, AllowlistPreview, AllowlistHistory },
  routes: [
    read('/allowlist', {
      summary: 'Get the allowlist and limits in force',
      tagged: 'version',
      answers: { 200: Allowlist },
      run: ({ context }) => {
        const answer = getAllowlist(context, runtime().multiAccount)
        return versioned(answer.version, answer)
      },
    }),
    // Replaces them if the version in `If-Match` is current.
    write('PUT', '/allowlist', {
      summary: 'Set allowlist and limits',
      role: 'admin',
      body: AllowlistChange,
      match: 'required',
      maxBytes: MAX_BYTES,
      answers: { 200: z.object({ version: z.number() }) },
      action: CHANGE_ALLOWLIST,
      target: () => ALLOWLIST_TARGET,
      authorise: requireRole(CHANGE_ALLOWLIST, ALLOWLIST_TARGET, NEEDED_ROLES.allowlist),
      run: async ({ user, requestId, request, body }) => {
        const input = { basedOn: matchedNumber(request), ...parseAllowlistChange(body) }
        const result = await updateAllowlist(runtime(), { user, requestId, input })
        if (result.kind === 'invalid') return problemResponse(400, result.problems.join(' '))
        if (result.kind === 'conflict') {
          const inForce = result.current?.version ?? 0
          return problemResponse(412, `Version ${inForce} is in force now. Review it, then retry.`)
        }
        const { version } = result.revision
        return versioned(version, { version })
      },
    }),
    read('/allowlist/history', {
      summary: 'List the versions of allowlist and limits',
      query: z.object({ limit: wholeNumber(1, 999, 20) }),
      answers: { 200: AllowlistHistory },
      run: ({ query }) => listAllowlistVersions(runtime().store.db, query.limit),
    }),
    compute('/allowlist/preview', {
      summary: 'Preview other settings on the current inventory',
      body: AllowlistDraft,
      maxBytes: MAX_BYTES,
      answers: { 200: AllowlistPreview },
      run: ({ context, body }) => {
        const multiAccount = parseSettings(body)
        return { multiAccount, consequences: computeConsequences(context, multiAccount) }
      },
    }),
    read('/allowlist/yaml', {
      summary: 'Download allowlist and limits as a values.yaml',
      query: z.object({
        version: z
          .string()
          .regex(/^[1-9]\d{0,8}$/, { error: 'must be a whole number' })
          .optional(),
      }),
      answers: { 200: YAML_FILE },
      run: async ({ query: { version } }) => {
        const settings = version === undefined ? runtime().multiAccount.active : await settingsOf(Number(version))
        const name = version === undefined ? 'allowlist' : `allowlist-${version}`
        return yamlResponse(formatMultiAccountYaml(settings), name)
      },
    }),
  ],
} satisfies Resource

async function settingsOf(version: number) {
  const revision = await revisionAt(runtime().store.db, version)
  if (!revision) throw new NotFoundError(`There is no version ${version} of allowlist and limits.`)
  return revision.multiAccount
}
