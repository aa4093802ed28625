import { viewerRoute } from '#app/api/viewer-route.ts'
import { getControllers } from '#lib/queries/operators/controllers.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(() => getControllers(runtime().runningOperators))
