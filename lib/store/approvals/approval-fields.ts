import type { SearchField } from '#lib/search/field.ts'
import { ACTION_FIELD } from '../search/action-tests.ts'
import { DECIDED_STATES } from './approval-state.ts'

const AGES = ['24h', '7d', '30d']

/** What the list of decided proposals can be searched by; `approvalTable` knows each of them. */
export const APPROVAL_FIELDS: readonly SearchField[] = [
  ACTION_FIELD,
  { name: 'state', kind: 'enum', values: DECIDED_STATES, description: 'what came of it' },
  { name: 'binding', kind: 'text', description: 'part of the name of a binding it is about' },
  { name: 'bindings', kind: 'number', description: 'number of bindings' },
  { name: 'by', kind: 'text', description: 'who proposed it, or a part of the name' },
  { name: 'decider', kind: 'text', description: 'who decided on it, or a part of the name' },
  { name: 'at', kind: 'time', examples: AGES, description: 'proposed: a day in UTC, or an age' },
  { name: 'decided', kind: 'time', examples: AGES, description: 'decided: a day in UTC, or an age' },
  { name: 'reason', kind: 'text', description: 'part of the reason' },
  { name: 'ticket', kind: 'text', description: 'part of the ticket' },
  { name: 'outcome', kind: 'text', description: 'part of what came of it in words' },
  { name: 'id', kind: 'text', description: 'part of its id in the audit log' },
]
