import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { ACTION_LABELS, ACTIONS } from '#lib/hap/actions/action.ts'
import { type ActionService, createActionService } from './actions/action-service.ts'
import { performAction } from './actions/perform-action.ts'
import { performTogether } from './actions/perform-together.ts'
import { type ApprovalService, createApprovalService } from './approvals/approval-service.ts'
import { approve } from './approvals/approve.ts'
import { endProposal } from './approvals/end-proposal.ts'
import { propose, proposeNothing } from './approvals/propose.ts'
import { changeAllowlist, updateAllowlist } from './change-allowlist.ts'
import { type ClaimService, createClaimService } from './claims/claim-service.ts'
import { cancelForUser } from './claims/release-claim.ts'
import { endSession } from './end-session.ts'
import { cancelJob } from './jobs/end-job.ts'
import { createJobService, type JobService } from './jobs/job-service.ts'
import { retryJob, startJob, startOrder } from './jobs/start-job.ts'
import { deleteRequest, revokeKubeconfig, rotateKubeconfig } from './kubeconfigs/act-on-request.ts'
import { createRequest, previewRequest } from './kubeconfigs/create-request.ts'
import { downloadKubeconfig } from './kubeconfigs/download-kubeconfig.ts'
import { revokeCluster } from './kubeconfigs/revoke-cluster.ts'
import { acceptLandscape } from './landscape/accept-landscape.ts'
import { createCluster } from './resources/cluster-creation.ts'
import { previewCreation } from './resources/create-resource.ts'
import { deleteCluster, deleteSubscription } from './resources/delete-resource.ts'
import { createSubscription, SUBSCRIPTION_CREATION } from './resources/subscription-creation.ts'
import { ConfigMapWriter } from './rules/config-map-writer.ts'
import { publishRevision, publishRules, rollBackRules } from './rules/publish-rules.ts'
import { writeConfigMap } from './rules/write-config-map.ts'
import { createToken } from './tokens/create-token.ts'
import { listTokens, revokeToken } from './tokens/token.ts'

/** Dependencies of a verb: each call is recorded and fails, except reads of the clock or of the affected row. */
interface World {
  readonly parts: never
  readonly touched: string[]
  /** Refusals in the audit log. */
  readonly refusals: { readonly actor: unknown; readonly words: string }[]
}

const READS: Readonly<Record<string, unknown>> = {
  'store.now': 0,
  'clock.now': 0,
  now: 0,
  'store.db.signInSession.findUnique': null,
}

function closedWorld(): World {
  const touched: string[] = []
  const refusals: World['refusals'] = []
  const audit = {
    refused: async ({ actor }: { actor: unknown }, words: string) => void refusals.push({ actor, words }),
    intent: async () => 1n,
    outcome: async ({ actor, outcome, detail }: { actor: unknown; outcome: string; detail: string }) => {
      if (outcome === 'refused') refusals.push({ actor, words: detail })
      else touched.push(`outcome ${outcome}`)
    },
  }
  const part = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => {
        const inner = path === '' ? String(name) : `${path}.${String(name)}`
        if (inner === 'audit') return audit
        if (name === 'namespace' || name === 'name') return 'garden'
        return typeof name === 'symbol' || name === 'then' ? undefined : part(inner)
      },
      apply: () => {
        if (path in READS) return READS[path]
        touched.push(path)
        throw new Error(`${path} was reached`)
      },
    })
  return { parts: part('') as never, touched, refusals }
}

/** An entry point of the services. */
interface Verb {
  readonly needs: Role
  call(parts: never, user: User): Promise<unknown>
  /** A refusal is not recorded, because nothing would be written or the caller records it. */
  readonly silent?: true
}

const admin = (call: Verb['call']): Verb => ({ needs: 'admin', call })
const operator = (call: Verb['call']): Verb => ({ needs: 'operator', call })
const silent = (verb: Verb): Verb => ({ ...verb, silent: true })

const CALL = { requestId: null, key: null, signedInAt: null, input: {} } as const
const OPTIONS = { requestId: null }
const BINDING = { kind: 'CredentialsBinding', namespace: 'garden', name: 'a' } as const
const ORDER = { binding: BINDING, reason: 'because', ticket: null, until: null }
const ANY = { seenVersion: null, seenEpoch: null, seenIdentity: null } as const
const HOLD = { ...ORDER, ...ANY, action: 'hold', labels: {}, together: null } as const
const JOB = { action: 'hold', reason: 'because', ticket: null, until: null, retryOf: null, targets: [] } as const
const tokens = (parts: never, user: User) => Object.assign({ ...CALL, user }, partsOfToken(parts))
const partsOfToken = ({ store, audit }: { store: never; audit: never }) => ({ store, audit })

/** Rules and settings in force, which the services read before they authorise. */
const IN_FORCE = {
  multiAccount: { start: {} },
  rules: { active: {}, start: {} },
  context: () => ({ semantics: 'documented' }),
} as never as { multiAccount: never; rules: never; context: never; clusters: never; rulesWriter: never }

/** Every exported function with a caller as parameter, by file and name. */
const FUNCTIONS: Readonly<Record<string, Verb>> = {
  'actions/perform-action.ts performAction': operator((parts, user) => performAction(parts, user, HOLD, OPTIONS)),
  'actions/perform-together.ts performTogether': operator((parts, user) => performTogether(parts, user, HOLD, OPTIONS)),
  'change-allowlist.ts changeAllowlist': admin((parts, user) => changeAllowlist(parts, { ...CALL, user })),
  'change-allowlist.ts updateAllowlist': admin((parts, user) =>
    updateAllowlist({ ...partsOfToken(parts), ...IN_FORCE }, { ...CALL, user }),
  ),
  'approvals/approve.ts approve': operator((parts, user) => approve(parts, { ...CALL, user }, 'x', {})),
  'approvals/end-proposal.ts endProposal': operator((parts, user) =>
    endProposal(parts, { ...CALL, user }, { verb: 'refuse', id: 'x', input: {} }),
  ),
  'approvals/propose.ts propose': operator((parts, user) => propose(parts, { ...CALL, user }, { action: 'hold' })),
  'approvals/propose.ts proposeNothing': operator((parts, user) => proposeNothing(parts, { ...CALL, user }, {})),
  'claims/release-claim.ts cancelForUser': operator((parts, user) =>
    cancelForUser(
      { ...partsOfToken(parts), claims: parts, whyOnlyOperator: () => null },
      { ...CALL, user, id: 'x', input: {} },
    ),
  ),
  'jobs/end-job.ts cancelJob': operator((parts, user) => cancelJob(parts, { ...CALL, user }, 'x')),
  'jobs/start-job.ts retryJob': operator((parts, user) => retryJob(parts, { ...CALL, user }, 'x')),
  'jobs/start-job.ts startJob': operator((parts, user) => startJob(parts, { ...CALL, user }, JOB)),
  'jobs/start-job.ts startOrder': operator((parts, user) => startOrder(parts, { ...CALL, user }, JOB)),
  'kubeconfigs/create-request.ts createRequest': operator((parts, user) => createRequest(parts, { ...CALL, user })),
  'kubeconfigs/act-on-request.ts deleteRequest': operator((parts, user) =>
    deleteRequest(parts, { ...CALL, user }, 'x'),
  ),
  'kubeconfigs/download-kubeconfig.ts downloadKubeconfig': admin((parts, user) =>
    downloadKubeconfig(parts, { ...CALL, user }, 'x'),
  ),
  'kubeconfigs/create-request.ts previewRequest': silent(
    operator((parts, user) => previewRequest(parts, { ...CALL, user })),
  ),
  'kubeconfigs/revoke-cluster.ts revokeCluster': operator((parts, user) => revokeCluster(parts, { ...CALL, user })),
  'kubeconfigs/act-on-request.ts revokeKubeconfig': operator((parts, user) =>
    revokeKubeconfig(parts, { ...CALL, user }, 'x'),
  ),
  'kubeconfigs/act-on-request.ts rotateKubeconfig': operator((parts, user) =>
    rotateKubeconfig(parts, { ...CALL, user }, 'x'),
  ),
  'resources/cluster-creation.ts createCluster': operator((parts, user) => createCluster(parts, { ...CALL, user })),
  'resources/subscription-creation.ts createSubscription': operator((parts, user) =>
    createSubscription(parts, { ...CALL, user }),
  ),
  'landscape/accept-landscape.ts acceptLandscape': admin((parts, user) =>
    acceptLandscape(parts, { ...CALL, user }, { reason: 'x' }),
  ),
  'resources/delete-resource.ts deleteCluster': admin((parts, user) => deleteCluster(parts, { ...CALL, user }, 'x')),
  'resources/delete-resource.ts deleteSubscription': operator((parts, user) =>
    deleteSubscription(parts, { ...CALL, user }, 'x'),
  ),
  'resources/create-resource.ts previewCreation': silent(
    operator((parts, user) => previewCreation(parts, SUBSCRIPTION_CREATION, { ...CALL, user })),
  ),
  'rules/publish-rules.ts publishRules': admin((parts, user) => publishRules(parts, { ...CALL, user })),
  'rules/publish-rules.ts publishRevision': admin((parts, user) =>
    publishRevision({ ...partsOfToken(parts), ...IN_FORCE }, { ...CALL, user }, publishRules),
  ),
  'rules/publish-rules.ts rollBackRules': admin((parts, user) => rollBackRules(parts, { ...CALL, user })),
  'rules/write-config-map.ts writeConfigMap': admin((parts, user) => writeConfigMap(parts, { ...CALL, user })),
  'end-session.ts endSession': admin((parts, user) => endSession(parts, { ...CALL, user, id: 'x' })),
  'tokens/create-token.ts createToken': admin((parts, user) => createToken(tokens(parts, user), {})),
  'tokens/token.ts listTokens': silent(admin((parts, user) => listTokens(tokens(parts, user)))),
  'tokens/token.ts revokeToken': admin((parts, user) => revokeToken(tokens(parts, user), 'x')),
}

/** Functions for every role; they check ownership in the database, which their own tests cover. */
const FOR_EVERY_ROLE = [
  'approvals/list-approvals.ts decidedList',
  'approvals/list-approvals.ts listApprovals',
  'approvals/preview-approval.ts previewApproval',
  'jobs/plan-job.ts planJob',
  'simulator/simulator-links.ts saveSimulatorLink',
  'views/views.ts changeView',
  'views/views.ts createView',
  'views/views.ts deleteView',
  'views/views.ts viewsOf',
]

/** Steps of verbs, which run after the authorisation, and functions about roles themselves. */
const STEPS = [
  'resources/resource-call.ts recordGrant',
  'actions/action-order.ts actionRefusal',
  'actions/action-trail.ts recordUnread',
  'actions/plan-fresh.ts readOrderFacts',
  'actions/plan-fresh.ts findStartRefusal',
  'actions/plan-fresh.ts planNow',
  'actions/preview-action.ts previewAction',
  'approvals/approval-context.ts approvalDraft',
  'approvals/approval.ts combineUsers',
  'approvals/approval.ts deciderOf',
  'audit/actor.ts actorOf',
  'audit/audited.ts attemptDraft',
  'claims/release-claim.ts cancelClaim',
  'claims/release-claim.ts releaseClaim',
  'claims/serve.ts refuseCluster',
  'claims/serve.ts settle',
  'jobs/start-job.ts requireJobRole',
  'tokens/token.ts buildTokenCall',
  'jobs/start-job.ts startDraft',
  'jobs/plan-job.ts dryRunTargetsWithin',
  'kubeconfigs/kubeconfig-context.ts attemptOf',
  'kubeconfigs/kubeconfig-context.ts authorised',
  'kubeconfigs/kubeconfig-context.ts requireVerb',
  'resources/resource-call.ts attemptOf',
  'resources/resource-call.ts requireRoleFor',
  'resources/resource-call.ts requireVerb',
  'resources/create-resource.ts createResource',
  'rules/publish.ts publish',
  'tokens/token.ts tokenDraft',
  'views/saved-view.ts auditedView',
  'views/saved-view.ts recordedView',
]

/** A method of a service that changes nothing. */
const READS_ONLY = null

const actionsOf = (parts: never) => createActionService(parts)
const ACTION_SERVICE: Record<keyof ActionService, Verb | null> = {
  perform: operator((parts, user) => actionsOf(parts).perform('no action', user, {}, OPTIONS)),
  preview: silent(operator((parts, user) => actionsOf(parts).preview('hold', user, {}))),
  expectedMs: READS_ONLY,
}

const jobsOf = (parts: never) => {
  const { store, audit, inventory, writes } = parts as { store: never; audit: never; inventory: never; writes: never }
  const own = { roleOf: () => null, obstacle: () => null, failed: () => undefined, leaseMs: 0, now: () => 0 }
  return createJobService({ ...own, store, audit, inventory, writes, actions: actionsOf(parts) }, parts, parts)
}
const JOB_SERVICE: Record<keyof JobService, Verb | null> = {
  start: operator((parts, user) => jobsOf(parts).start({ ...CALL, user }, {})),
  retry: operator((parts, user) => jobsOf(parts).retry({ ...CALL, user }, 'x', {})),
  cancel: operator((parts, user) => jobsOf(parts).cancel({ ...CALL, user }, 'x')),
  list: READS_ONLY,
  listWhole: READS_ONLY,
  get: READS_ONLY,
  undone: READS_ONLY,
  show: READS_ONLY,
  expectedMs: READS_ONLY,
  subscribe: READS_ONLY,
}

const approvalsOf = (parts: never) => {
  const { store, audit } = parts as { store: never; audit: never }
  const none = () => null
  const own = { store, audit, dangerOf: () => 'many', roleOf: none, namespace: 'garden', bindingOf: none, now: () => 0 }
  return createApprovalService({ ...own, actions: actionsOf(parts), jobs: jobsOf(parts) }, true)
}
const APPROVAL_SERVICE: Record<keyof ApprovalService, Verb | null> = {
  propose: operator((parts, user) => approvalsOf(parts).propose({ ...CALL, user }, { action: 'release' })),
  approve: operator((parts, user) => approvalsOf(parts).approve({ ...CALL, user }, 'x', {})),
  end: operator((parts, user) => approvalsOf(parts).end({ ...CALL, user }, { verb: 'withdraw', id: 'x', input: {} })),
  // They wrap the other services and must not bypass their authorisation.
  actions: operator((parts, user) => approvalsOf(parts).actions.perform('release', user, ORDER, OPTIONS)),
  jobs: operator((parts, user) => approvalsOf(parts).jobs.start({ ...CALL, user }, { ...JOB, action: 'release' })),
  needed: READS_ONLY,
  preview: READS_ONLY,
  list: READS_ONLY,
  decided: READS_ONLY,
  decidedWhole: READS_ONLY,
  get: READS_ONLY,
}

const claimsOf = (parts: never) => createClaimService(parts)
const callerOf = ({ name, role }: User) => ({ actor: { name, role }, requestId: null })
const REQUEST = { plan: 'aws', provider: 'aws', platformRegion: 'cf-eu11', hyperscalerRegion: null } as never
// The route records the refusal.
const CLAIM_SERVICE: Record<keyof ClaimService, Verb | null> = {
  claim: silent(
    operator((parts, user) => claimsOf(parts).claim({ request: REQUEST, cluster: null, ...callerOf(user) }, 'key')),
  ),
  setCluster: silent(operator((parts, user) => claimsOf(parts).setCluster('x', 'cluster', callerOf(user)))),
  release: silent(operator((parts, user) => claimsOf(parts).release('x', callerOf(user)))),
  cancel: silent(
    operator((parts, user) => claimsOf(parts).cancel('x', callerOf(user), { reason: 'a test', ticket: null })),
  ),
  get: READS_ONLY,
  follow: READS_ONLY,
  list: READS_ONLY,
  preview: READS_ONLY,
  sweep: READS_ONLY,
  processQueue: READS_ONLY,
}

const METHODS = Object.entries({ ACTION_SERVICE, JOB_SERVICE, APPROVAL_SERVICE, CLAIM_SERVICE }).flatMap(
  ([service, methods]) =>
    Object.entries(methods).flatMap(([name, verb]) => (verb === null ? [] : [[`${service} ${name}`, verb] as const])),
)

const VERBS: readonly (readonly [string, Verb])[] = [
  ...Object.entries(FUNCTIONS),
  ...METHODS,
  ['config-map-writer.ts write', admin((parts, user) => new ConfigMapWriter(parts).write({ ...CALL, user }))],
  ...ACTIONS.map(
    action =>
      [
        `action ${action}`,
        {
          needs: ACTION_LABELS[action].role,
          call: (parts, user) => actionsOf(parts).perform(action, user, ORDER, OPTIONS),
        },
      ] satisfies [string, Verb],
  ),
]

/** The result or error of an attempt as text. */
async function wordsOf(attempt: () => Promise<unknown>): Promise<string> {
  try {
    const result = await attempt()
    return JSON.stringify(result)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The lower roles, and an unknown one. */
const below = (needed: Role): readonly Role[] => ['nobody' as Role, ...ROLES.slice(0, ROLES.indexOf(needed))]
const userOf = (role: Role): User => ({ id: 'someone', name: 'Some One', role })

describe.each(VERBS)('%s', (_, { needs, call, silent: isSilent = false }) => {
  test.each(below(needs))('refuses %s before any call or write, and records the refusal', async role => {
    const { parts, touched, refusals } = closedWorld()
    const words = `Requires the ${needs} role.`
    expect(await wordsOf(() => call(parts, userOf(role)))).toContain(words)
    expect(touched).toEqual([])
    const identity = { issuer: 'demo', subject: 'someone' }
    expect(refusals).toEqual(isSilent ? [] : [{ actor: { name: 'Some One', role, identity }, words }])
  })

  test(`does not refuse ${needs}`, async () => {
    expect(await wordsOf(() => call(closedWorld().parts, userOf(needs)))).not.toContain('Requires the')
  })
})

/** Matches exported functions with their parameters; WHO matches parameters with a caller. */
const EXPORTED = /^export (?:async )?function (\w+)(?:<[^(]*>)?\(([\s\S]*?)\)(?:: |\s*\{)/gm
const WHO = /\b(?:user|User|\w*(?:Call|Caller|Approver)|JobRequest|RulesRequest)\b|: Request\b/

test('covers every function of the services with a caller as parameter', () => {
  const withCaller = globSync('lib/services/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap(file =>
    Array.from(readFileSync(file, 'utf8').matchAll(EXPORTED), ([, name = '', parameters = '']) =>
      WHO.test(parameters) ? [`${file.replace('lib/services/', '')} ${name}`] : [],
    ).flat(),
  )
  expect(withCaller.toSorted()).toEqual([...Object.keys(FUNCTIONS), ...FOR_EVERY_ROLE, ...STEPS].toSorted())
})
