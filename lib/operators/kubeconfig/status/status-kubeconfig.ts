import { fingerprintOf } from '#lib/operators/api/fingerprint.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import type { IssueRecord } from '#lib/operators/kubeconfig/state/issue-record.ts'
import { SECRET_KEY } from '#lib/operators/kubeconfig/steps/write-record.ts'

/**
 * The kubeconfig for `status.kubeconfig`, base64, where the spec asks for it as the seed has it: what is there already if it is
 * the present one, else read from the Secret. null where it is not asked for, or nothing is valid. Throws GardenError.
 */
export async function kubeconfigForStatus(run: Run, record: IssueRecord | null): Promise<string | null> {
  const { request, context, secretPlace, signal } = run
  if (request.spec.output !== 'status' || !record?.issued || record.revocation !== null) return null
  const { fingerprint } = record.issued
  const shown = shownIn(request)
  if (shown !== null && fingerprintOf(shown.toString('utf8')) === fingerprint) return shown.toString('base64')
  const { [SECRET_KEY]: config } = await context.secrets.read(secretPlace, { signal })
  return config !== undefined && fingerprintOf(config.toString('utf8')) === fingerprint
    ? config.toString('base64')
    : null
}

function shownIn({ status }: KubeconfigRequest): Buffer | null {
  return status?.kubeconfig === undefined ? null : Buffer.from(status.kubeconfig, 'base64')
}
