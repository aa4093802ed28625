import { ACTION_WORDS, ACTIONS } from '#lib/hap/actions/action.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { byPlace } from './order.ts'

/** How a list is searched by the action on its bindings. */
export const ACTION_SEARCH: Omit<SearchField, 'name'> = {
  kind: 'enum',
  values: ACTIONS,
  aliases: Object.fromEntries(ACTIONS.map(action => [ACTION_WORDS[action].verb, action])),
  description: 'what is done to the bindings',
}

/** Whether a word stands in the code of an action or in what pages call it. */
export function actionContains(action: Prisma.Sql, word: string): Prisma.Sql {
  const part = word.toLowerCase()
  const names = (each: (typeof ACTIONS)[number]) => [each, ACTION_WORDS[each].verb.toLowerCase()]
  const found = ACTIONS.filter(each => names(each).some(name => name.includes(part)))
  return Prisma.sql`${action} = ANY(${found}::text[])`
}

const BY_WORD = ACTIONS.toSorted((a, b) => compareText(ACTION_WORDS[a].verb, ACTION_WORDS[b].verb))

/** Actions in the order of what pages call them. */
export function byActionWord(action: Prisma.Sql): Prisma.Sql {
  return byPlace(BY_WORD, action)
}
