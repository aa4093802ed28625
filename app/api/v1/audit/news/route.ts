import { parseAuditQuery } from '#app/api/audit-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { countAuditNews } from '#lib/queries/audit/list-audit.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ context, query }) => {
  const { q, after } = parseAuditQuery.news(query)
  const news = await countAuditNews(runtime().store.db, q, after, context.at)
  return { ...news, chain: await runtime().chain.status() }
})
