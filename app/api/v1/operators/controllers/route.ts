import { viewerRoute } from '#app/api/viewer-route.ts'
import { controllersView } from '#lib/queries/operators/controllers/controllers-view.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(() => controllersView(runtime().operatorsAtWork))
