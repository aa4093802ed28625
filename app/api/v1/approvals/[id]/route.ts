import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute<{ readonly id: string }>(({ user, params }) => runtime().approvals.get(user, params.id))
