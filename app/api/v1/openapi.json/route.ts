import { openApiDocument } from '#app/api/openapi/document.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'

let made: string | null = null

/** The OpenAPI document. It does not depend on the request, so it is built once. */
export const GET = viewerRoute(() => {
  made ??= JSON.stringify(openApiDocument())
  return new Response(made, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
})
