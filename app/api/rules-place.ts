import { env } from '#lib/env.ts'
import type { TextPlace } from '#lib/garden/config-map/config-map-text.ts'
import { runtime } from '#lib/runtime.ts'

/** Where others read the published rules: the name of the key is that of the file KEB mounts. */
export function rulesPlace(): TextPlace {
  return { namespace: runtime().landscape.namespace, name: env().HAP_RULES_CONFIGMAP, key: 'hapRule.yaml' }
}
