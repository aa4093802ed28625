import { settingsAnswer } from '#app/api/settings-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'

export const GET = viewerRoute(({ user }) => settingsAnswer(user))
