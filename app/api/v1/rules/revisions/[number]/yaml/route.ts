import { revisionNumber } from '#app/api/revision-number.ts'
import { RevisionYamlQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { parseInput } from '#lib/input-problems.ts'
import { hapRuleYaml, rulesYaml } from '#lib/rules-file/rules-yaml.ts'
import { runtime } from '#lib/runtime.ts'
import { publicationAt } from '#lib/store/publications.ts'

/** File names differ by format, because the contents do. */
const NAMES = { values: 'rules', hapRule: 'hapRule', written: 'rules-as-written', cases: 'cases' } as const

const FORMS = {
  values: ({ texts }: { texts: readonly string[] }) => rulesYaml(texts),
  hapRule: ({ texts }: { texts: readonly string[] }) => hapRuleYaml(texts),
  written: ({ document }: { document: string }) => document,
  cases: ({ pinned }: { pinned: string }) => pinned,
}

/**
 * Rules of a revision as values.yaml (`hap.rule`), as hapRule.yaml (`rule`) or as written, or the
 * cases pinned with it.
 */
export const GET = viewerRoute<{ number: string }>(async ({ params, query }) => {
  const number = revisionNumber(params.number)
  const { form } = parseInput(RevisionYamlQuery, query)
  const publication = await publicationAt(runtime().store.db, number)
  if (publication === null) throw new NotFoundError(`There is no revision ${number}.`)
  return new Response(FORMS[form](publication), {
    headers: {
      'content-type': 'application/yaml; charset=utf-8',
      'content-disposition': `attachment; filename="${NAMES[form]}-${number}.yaml"`,
      'cache-control': 'no-store',
    },
  })
})
