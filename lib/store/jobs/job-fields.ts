import { JOB_STATES, jobStateWord } from '#lib/hap/actions/job.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { Db } from '#lib/store/database/client.ts'
import { ACTION_FIELD } from '../search/action-tests.ts'

const AGES = ['1h', '24h', '7d', '30d']

/** What the list of jobs can be searched by; JOB_TABLE knows each of them. */
export const JOB_FIELDS: readonly SearchField[] = [
  ACTION_FIELD,
  {
    name: 'state',
    kind: 'enum',
    values: JOB_STATES,
    aliases: Object.fromEntries(JOB_STATES.map(state => [jobStateWord(state), state])),
    description: 'state of the job',
  },
  { name: 'by', kind: 'text', description: 'who started it, or a part of the name' },
  { name: 'actor', kind: 'text', description: 'same as by' },
  { name: 'at', kind: 'time', examples: AGES, description: 'start: a day in UTC, or an age' },
  { name: 'started', kind: 'time', examples: AGES, description: 'same as at' },
  { name: 'ended', kind: 'time', examples: AGES, description: 'end: a day in UTC, or an age' },
  { name: 'bindings', kind: 'number', description: 'number of bindings' },
  { name: 'done', kind: 'number', description: 'bindings done' },
  { name: 'failed', kind: 'number', description: 'bindings that failed' },
  { name: 'refused', kind: 'number', description: 'bindings refused' },
  { name: 'unknown', kind: 'number', description: 'bindings of unknown outcome' },
  { name: 'retry', kind: 'number', description: 'bindings to retry, and in no retry yet' },
  { name: 'reason', kind: 'text', description: 'part of the reason' },
  { name: 'ticket', kind: 'text', description: 'part of the ticket' },
  { name: 'id', kind: 'text', description: 'part of the id in its address' },
]

/** Of so many latest jobs the box offers who started them. */
const LATEST = 500

/** The fields, offering who started jobs lately. Throws StoreError. */
export async function jobFields(db: Db): Promise<readonly SearchField[]> {
  const rows = await db.$queryRaw<{ actor: string }[]>`
    SELECT DISTINCT actor FROM (SELECT actor FROM job ORDER BY created_at DESC LIMIT ${LATEST}) AS latest`
  const examples = rows.map(({ actor }) => actor).sort(compareText)
  return JOB_FIELDS.map(field => (field.name === 'by' || field.name === 'actor' ? { ...field, examples } : field))
}
