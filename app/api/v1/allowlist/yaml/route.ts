import { AllowlistYamlQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { formatMultiAccountYaml } from '#lib/hap/lifecycle/multi-account-document.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { parseInput } from '#lib/input-problems.ts'
import { runtime } from '#lib/runtime.ts'
import { revisionAt } from '#lib/store/multi-account.ts'

/** Allowlist and limits as a values.yaml, in force or of a version. */
export const GET = viewerRoute(async ({ query }) => {
  const { version: wanted } = parseInput(AllowlistYamlQuery, query)
  const settings = wanted === undefined ? runtime().multiAccount.active : await settingsOf(Number(wanted))
  return new Response(formatMultiAccountYaml(settings), {
    headers: {
      'content-type': 'application/yaml; charset=utf-8',
      'content-disposition': `attachment; filename="allowlist${wanted === undefined ? '' : `-${wanted}`}.yaml"`,
      'cache-control': 'no-store',
    },
  })
})

async function settingsOf(version: number) {
  const revision = await revisionAt(runtime().store.db, version)
  if (!revision) throw new NotFoundError(`There is no version ${version} of allowlist and limits.`)
  return revision.multiAccount
}
