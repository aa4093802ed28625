import { kubeconfigVerb } from '#app/api/kubeconfig-verb.ts'
import { downloadKubeconfig } from '#lib/services/kubeconfigs/download-kubeconfig.ts'

/** The only response of the console that contains a credential, so caches must not store it. */
export const POST = kubeconfigVerb('download', async (context, call, name) => {
  const config = await downloadKubeconfig(context, call, name)
  return new Response(new Uint8Array(config), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="kubeconfig-${name.replace(/[^\w.-]+/g, '-')}.yaml"`,
      'cache-control': 'no-store',
    },
  })
})
