import { requireKubeconfigs } from '#app/api/kubeconfig-verb.ts'
import { signInOf } from '#app/api/sender.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { KUBECONFIG_AUDIT_NAMES } from '#lib/hap/access/kubeconfig-verbs.ts'
import { previewRequest } from '#lib/services/kubeconfigs/plan-request.ts'

/** Previews the creation of a request. Writes nothing. */
export const POST = writeRoute({ action: KUBECONFIG_AUDIT_NAMES.create }, async ({ user, body }) =>
  Response.json(await previewRequest(requireKubeconfigs(), { user, signedInAt: await signInOf(user), input: body }), {
    headers: { 'cache-control': 'no-store' },
  }),
)
