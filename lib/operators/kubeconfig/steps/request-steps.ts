import { isNotFound } from '#lib/garden/client/garden-error.ts'
import { clusterOf } from '#lib/operators/api/asked-for.ts'
import { KUBECONFIG_FINALIZER, ROTATE_ANNOTATION } from '#lib/operators/api/names.ts'
import { addFinalizer, removeFinalizer } from '#lib/operators/framework/finalizers.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import type { Observed } from '#lib/operators/kubeconfig/state/observed.ts'
import { findTarget } from '#lib/operators/target/find-target.ts'

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
