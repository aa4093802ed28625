import { GardenError, isAlreadyThere, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { clusterOf } from '#lib/operators/api/request-facts.ts'
import {
  KUBECONFIG_FINALIZER,
  KUBECONFIG_LABELS,
  KUBECONFIG_MANAGER,
  KUBECONFIG_REQUESTS,
  ROTATE_ANNOTATION,
} from '#lib/operators/api/resources.ts'
import { addFinalizer, controllerReference, removeFinalizer } from '#lib/operators/framework/object-helpers.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import {
  annotationsOf,
  type IssueRecord,
  newRecord,
  type Revocation,
  type RevocationCause,
  type RevocationProof,
} from '#lib/operators/kubeconfig/state/issue-record.ts'
import { accessVersion } from '#lib/operators/kubeconfig/state/next-issuing.ts'
import type { Observed, ObservedSecret } from '#lib/operators/kubeconfig/state/observed.ts'
import { findTarget } from '#lib/operators/target/find-target.ts'

/** Key of the kubeconfig in its Secret. */
export const SECRET_KEY = 'config'

interface SecretObject extends KubeObject {
  type?: string
  data?: Record<string, string>
}

/**
 * Writes the record, and with `config` the kubeconfig, in one write and only if the Secret is
 * unchanged since its read. config: base64, null = remove it, undefined = keep it. Throws
 * GardenError, `conflict` for a changed Secret.
 */
export async function writeRecord(
  { context, secretPlace, request, signal }: Run,
  { version }: ObservedSecret,
  record: IssueRecord,
  config?: string | null,
): Promise<ObservedSecret> {
  const annotations = annotationsOf(record)
  const data = config === undefined ? {} : { data: { [SECRET_KEY]: config } }
  if (version === null) {
    const secret: SecretObject = {
      metadata: {
        name: secretPlace.name,
        labels: { [KUBECONFIG_LABELS.managedBy]: KUBECONFIG_MANAGER },
        annotations,
        ownerReferences: [controllerReference(request, KUBECONFIG_REQUESTS)],
      },
      type: 'Opaque',
      ...(typeof config === 'string' ? { data: { [SECRET_KEY]: config } } : {}),
    }
    const made = await context.control.create(secretPlace, secret, { signal }).catch((error: unknown) => {
      throw isAlreadyThere(error) ? notAsSeen('create', secretPlace.name, 'it is there already.', error) : error
    })
    return { version: made.metadata?.resourceVersion ?? '', foreign: false, record }
  }
  const change = { metadata: { annotations }, ...data }
  const after = await context.control
    .patch<KubeObject>(secretPlace, change, { resourceVersion: version, signal })
    .catch((error: unknown) => {
      throw isNotFound(error) ? notAsSeen('patch', secretPlace.name, 'it was deleted.', error) : error
    })
  return { version: after.metadata?.resourceVersion ?? '', foreign: false, record }
}

/** A created or deleted Secret is a conflict as well, which the next run resolves. */
function notAsSeen(verb: string, name: string, because: string, cause: unknown): GardenError {
  return new GardenError({ kind: 'conflict', doing: `${verb} Secret ${name}`, because }, { cause })
}

type Change = (record: IssueRecord) => Partial<IssueRecord>

/** Changes the record in the observed version of the Secret. Throws GardenError. */
async function note(run: Run, observed: Observed, change: Change, config?: null): Promise<Observed> {
  const record = observed.secret.record ?? newRecord(run.identity.uid)
  return { ...observed, secret: await writeRecord(run, observed.secret, { ...record, ...change(record) }, config) }
}

/**
 * Prevents further issues: each concurrent issue has read another version of the Secret, or none.
 * For an issue without a record it takes the expiry from the status.
 */
export function fence(run: Run, observed: Observed, because?: RevocationCause): Promise<Observed> {
  const since = run.context.clock.now()
  const cause = because === undefined ? {} : { because }
  const { expiresAt } = observed.request.reported
  const lost = expiresAt === null ? [] : [{ issue: 0, at: expiresAt, expiresAt }]
  return note(run, observed, ({ issued, retiring }) => ({
    revocation: { since, ...cause, removedAt: null, done: null },
    ...(issued === null && { retiring: [...retiring, ...lost] }),
  }))
}

/** Restores the deleted record of a revocation, which fences the Secret and preserves the proof. */
export function remember(run: Run, observed: Observed, revocation: Revocation): Promise<Observed> {
  return note(run, observed, () => ({ revocation }), null)
}

/** Records the number of an issue whose record was deleted. */
export function noteIssue(run: Run, observed: Observed, issue: number): Promise<Observed> {
  return note(run, observed, () => ({ issue }))
}

/** Records that the cluster matches the request, and drops removed and expired issues. */
export function noteApplied(run: Run, observed: Observed): Promise<Observed> {
  const now = run.context.clock.now()
  const { inside, wanted } = observed
  return note(run, observed, ({ retiring }) => ({
    applied: wanted.digest,
    policy: wanted.policy,
    lookedAt: now,
    way: accessVersion(observed.target),
    retiring: retiring.flatMap(each => {
      const { issue, at, expiresAt = at, cluster = inside?.cluster } = each
      // Tokens of another cluster are unreachable and end only by expiry.
      if (cluster !== inside?.cluster) return expiresAt > now ? [{ ...each, at: expiresAt }] : []
      // A retirement may have become due since the read.
      return inside?.anchors.some(anchor => anchor.issue === issue) ? [each] : []
    }),
  }))
}

/** Records a requested rotation of the present issue. */
export function noteRotation(run: Run, observed: Observed): Promise<Observed> {
  return note(run, observed, ({ issue }) => ({ rotateAfter: issue }))
}

/** Records the removal of all objects from the cluster. */
export function noteRemoved(run: Run, observed: Observed): Promise<Observed> {
  const removedAt = run.context.clock.now()
  return note(run, observed, ({ revocation }) => ({
    revocation: { since: removedAt, ...revocation, removedAt, done: null },
  }))
}

/** Records the proof and removes the token, which is no longer needed. */
export function noteRevoked(run: Run, observed: Observed, proof: RevocationProof): Promise<Observed> {
  const at = run.context.clock.now()
  const change: Change = ({ revocation }) => ({
    revocation: { since: at, removedAt: null, ...revocation, done: { at, proof } },
    retiring: [],
  })
  return note(run, observed, change, null)
}

/**
 * Adds the finalizer and reads the Cluster again: a later deletion of the Cluster finds the
 * finalizer and waits for the request.
 */
export async function takeFinalizer(run: Run, observed: Observed): Promise<Observed> {
  run.request = await addFinalizer(run.context.control, run.place, run.request, KUBECONFIG_FINALIZER)
  const target = await findTarget(run.context, clusterOf(run.request), run.signal)
  return { ...observed, target, request: { ...observed.request, finalizer: true } }
}

/** Removes the finalizer. */
export async function dropFinalizer(run: Run, observed: Observed): Promise<Observed> {
  await removeFinalizer(run.context.control, run.place, run.request, KUBECONFIG_FINALIZER)
  return { ...observed, request: { ...observed.request, finalizer: false } }
}

/**
 * Removes the annotation, so that one request causes one rotation. Throws GardenError, `conflict`
 * for a repeated request.
 */
export async function acknowledgeRotation(run: Run, observed: Observed): Promise<Observed> {
  const { resourceVersion } = run.request.metadata
  run.request = await run.context.control.patch(
    run.place,
    { metadata: { annotations: { [ROTATE_ANNOTATION]: null } } },
    { resourceVersion, signal: run.signal },
  )
  return { ...observed, request: { ...observed.request, rotate: false } }
}

/**
 * Clears the last expiry in the status before the record goes, since its expiry could not be
 * verified afterwards. Throws GardenError.
 */
export async function forgetExpiry(run: Run, observed: Observed): Promise<Observed> {
  const { resourceVersion } = run.request.metadata
  run.request = await run.context.control.patch(
    { ...run.place, subresource: 'status' },
    { status: { lastTokenExpiresAt: null } },
    { resourceVersion, signal: run.signal },
  )
  return { ...observed, request: { ...observed.request, lastExpiry: null } }
}

/** Deletes the Secret of the kubeconfig in the observed version. Throws GardenError. */
export async function deleteSecret(run: Run, observed: Observed): Promise<Observed> {
  const { version } = observed.secret
  try {
    const options = { signal: run.signal, ...(version === null ? {} : { resourceVersion: version }) }
    await run.context.control.delete(run.secretPlace, options)
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  return { ...observed, secret: { version: null, foreign: false, record: null } }
}
