import { driftAnswer } from '#app/api/rules-drift.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'

/** Where the published rules, the ConfigMap and the file of rules differ. */
export const GET = viewerRoute(() => driftAnswer())
