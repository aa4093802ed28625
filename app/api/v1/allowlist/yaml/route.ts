import { z } from 'zod'
import { NotFoundError, problem } from '#app/api/problem.ts'
import { requireRole } from '#lib/auth/session.ts'
import { multiAccountYaml } from '#lib/hap/lifecycle/multi-account-yaml.ts'
import { runtime } from '#lib/runtime.ts'
import { revisionAt } from '#lib/store/multi-account/revision.ts'

const Version = z.string().regex(/^[1-9]\d{0,8}$/, { error: 'version must be a whole number' })

/** Allowlist and limits in force, or of a version, as a values.yaml. */
export async function GET(request: Request): Promise<Response> {
  try {
    await requireRole(runtime().auth, 'viewer')
    const wanted = new URL(request.url).searchParams.get('version')
    const settings = wanted === null ? runtime().multiAccount.active : await settingsOf(Number(Version.parse(wanted)))
    return new Response(multiAccountYaml(settings), {
      headers: {
        'content-type': 'application/yaml; charset=utf-8',
        'content-disposition': `attachment; filename="allowlist${wanted === null ? '' : `-${wanted}`}.yaml"`,
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    return problem(error)
  }
}

async function settingsOf(version: number) {
  const revision = await revisionAt(runtime().store.db, version)
  if (!revision) throw new NotFoundError(`There is no version ${version} of allowlist and limits.`)
  return revision.multiAccount
}
