import { answerApi } from '#lib/api/api.ts'

// Otherwise Next.js passes a proxy of the request, whose body cannot be read in parts.
export const dynamic = 'force-dynamic'

export {
  answerApi as DELETE,
  answerApi as GET,
  answerApi as OPTIONS,
  answerApi as PATCH,
  answerApi as POST,
  answerApi as PUT,
}
