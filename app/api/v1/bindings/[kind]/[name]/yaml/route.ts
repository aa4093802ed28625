import { bindingPlace } from '#app/api/binding-place.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { bindingYaml } from '#lib/queries/bindings/binding-yaml.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute<{ kind: string; name: string }>(async ({ context, params, signal }) => {
  const place = bindingPlace(context, params)
  return { yaml: await bindingYaml(runtime().client, place, { signal }) }
})
