import { GardenError, isAlreadyThere, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { controllerReference } from '#lib/operators/framework/owner-references.ts'
import { LABELS, MANAGED_BY } from '#lib/operators/kubeconfig/names.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import { annotationsOf, type IssueRecord } from '#lib/operators/kubeconfig/state/issue-record.ts'
import type { ObservedSecret } from '#lib/operators/kubeconfig/state/observed.ts'

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
