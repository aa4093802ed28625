import { parseAuditQuery } from '#app/api/audit-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { auditNews } from '#lib/queries/audit/list-audit.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ context, query }) => {
  const { q, after } = parseAuditQuery.news(query)
  const news = await auditNews(runtime().store.db, q, after, context.at)
  return { ...news, chain: await runtime().chain.status() }
})
