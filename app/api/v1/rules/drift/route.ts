import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'
import { getRulesDrift } from '#lib/services/rules/get-rules.ts'

/** Differences between the published rules, the ConfigMap and the rule file. */
export const GET = viewerRoute(() => getRulesDrift(runtime()))
