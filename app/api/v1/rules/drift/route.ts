import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'
import { getRulesDrift } from '#lib/services/rules/get-rules.ts'

/** Where the published rules, the ConfigMap and the file of rules differ. */
export const GET = viewerRoute(() => getRulesDrift(runtime()))
