import { GardenError, isAlreadyThere, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { clusterOf } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_FINALIZER, KUBECONFIG_REQUESTS, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { addFinalizer, controllerReference, removeFinalizer } from '#lib/operators/framework/object-helpers.ts'
import { LABELS, MANAGED_BY } from '#lib/operators/kubeconfig/names.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import {
  annotationsOf,
  type IssueRecord,
  newRecord,
  type Revocation,
  type RevocationCause,
  type RevocationProof,
} from '#lib/operators/kubeconfig/state/issue-record.ts'
import { wayOf } from '#lib/operators/kubeconfig/state/next-issuing.ts'
import type { Observed, ObservedSecret } from '#lib/operators/kubeconfig/state/observed.ts'
import { findTarget } from '#lib/operators/target/find-target.ts'

/** Key of the kubeconfig in its Secret. */
export const SECRET_KEY = 'config'

interface SecretObject extends KubeObject {
  type?: string
  data?: Record<string, string>
}

/**
 * Writes the record, and with `config` the kubeconfig, in one write: only if the Secret is what we saw, or there is none as we
 * saw. config: base64, null = take it away, undefined = leave it. Throws GardenError, `conflict` else.
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
        labels: { [LABELS.managedBy]: MANAGED_BY },
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
      throw isNotFound(error) ? notAsSeen('patch', secretPlace.name, 'it is gone by now.', error) : error
    })
  return { version: after.metadata?.resourceVersion ?? '', foreign: false, record }
}

/** A Secret that came or went is not what we saw either: the next run finds out, and nothing has failed. */
function notAsSeen(verb: string, name: string, because: string, cause: unknown): GardenError {
  return new GardenError({ kind: 'conflict', doing: `${verb} Secret ${name}`, because }, { cause })
}

type Change = (record: IssueRecord) => Partial<IssueRecord>

/** Writes what changes in the record, under the Secret's version as we saw it. Throws GardenError. */
async function note(run: Run, observed: Observed, change: Change, config?: null): Promise<Observed> {
  const record = observed.secret.record ?? newRecord(run.identity.uid)
  return { ...observed, secret: await writeRecord(run, observed.secret, { ...record, ...change(record) }, config) }
}

/**
 * From here on nobody can publish: whoever is about to saw another version of the Secret, or none. Of an issue whose record was
 * deleted the status tells, until this record does.
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

/** As good as the fence whose record was deleted: nobody publishes, and what was proved stays so. */
export function remember(run: Run, observed: Observed, revocation: Revocation): Promise<Observed> {
  return note(run, observed, () => ({ revocation }), null)
}

export function noteIssue(run: Run, observed: Observed, issue: number): Promise<Observed> {
  return note(run, observed, () => ({ issue }))
}

export function noteApplied(run: Run, observed: Observed): Promise<Observed> {
  const now = run.context.clock.now()
  const { inside, wanted } = observed
  return note(run, observed, ({ retiring }) => ({
    applied: wanted.digest,
    lookedAt: now,
    way: wayOf(observed.target),
    retiring: retiring.flatMap(each => {
      const { issue, at, expiresAt = at, cluster = inside?.cluster } = each
      // Of another cluster: out of reach, so nothing but its expiry ends it.
      if (cluster !== inside?.cluster) return expiresAt > now ? [{ ...each, at: expiresAt }] : []
      // Its time may have come since the look: it is there still.
      return inside?.anchors.some(anchor => anchor.issue === issue) ? [each] : []
    }),
  }))
}

export function noteRotation(run: Run, observed: Observed): Promise<Observed> {
  return note(run, observed, ({ issue }) => ({ rotateAfter: issue }))
}

export function noteRemoved(run: Run, observed: Observed): Promise<Observed> {
  const removedAt = run.context.clock.now()
  return note(run, observed, ({ revocation }) => ({
    revocation: { since: removedAt, ...revocation, removedAt, done: null },
  }))
}

/** Remembers the proof, and forgets the token that is not needed for it any more. */
export function noteRevoked(run: Run, observed: Observed, proof: RevocationProof): Promise<Observed> {
  const at = run.context.clock.now()
  const change: Change = ({ revocation }) => ({
    revocation: { since: at, removedAt: null, ...revocation, done: { at, proof } },
    retiring: [],
  })
  return note(run, observed, change, null)
}

/** The Cluster is looked for anew: one that is deleted from here on sees the finalizer, and waits for the request. */
export async function takeFinalizer(run: Run, observed: Observed): Promise<Observed> {
  run.request = await addFinalizer(run.context.control, run.place, run.request, KUBECONFIG_FINALIZER)
  const target = await findTarget(run.context, clusterOf(run.request), run.signal)
  return { ...observed, target, request: { ...observed.request, finalizer: true } }
}

export async function dropFinalizer(run: Run, observed: Observed): Promise<Observed> {
  await removeFinalizer(run.context.control, run.place, run.request, KUBECONFIG_FINALIZER)
  return { ...observed, request: { ...observed.request, finalizer: false } }
}

/** Takes the annotation away: asked once, done once. Throws GardenError, `conflict` when somebody asked again meanwhile. */
export async function acknowledgeRotation(run: Run, observed: Observed): Promise<Observed> {
  const { resourceVersion } = run.request.metadata
  run.request = await run.context.control.patch(
    run.place,
    { metadata: { annotations: { [ROTATE_ANNOTATION]: null } } },
    { resourceVersion, signal: run.signal },
  )
  return { ...observed, request: { ...observed.request, rotate: false } }
}

/** Takes the time of the last token out of the status: once the record is gone, nobody could tell that it is over. Throws GardenError. */
export async function forgetExpiry(run: Run, observed: Observed): Promise<Observed> {
  const { resourceVersion } = run.request.metadata
  run.request = await run.context.control.patch(
    { ...run.place, subresource: 'status' },
    { status: { lastTokenExpiresAt: null } },
    { resourceVersion, signal: run.signal },
  )
  return { ...observed, request: { ...observed.request, lastExpiry: null } }
}

/** Deletes the Secret of the kubeconfig, if it is what we saw. Throws GardenError. */
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
