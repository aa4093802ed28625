import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'
import type { CreateResult } from '#lib/services/resources/create-resource.ts'

/** Problems of a form; `all` marks empty fields too, after the first submit. */
export interface FormProblems {
  readonly problems: readonly FieldProblem[]
  readonly all: boolean
  /** Warnings: the object can be created but will not work as requested. */
  readonly hints: readonly FieldProblem[]
}

export type ShownProblems = Pick<FormProblems, 'problems' | 'all'>

/** Merges problems found in the browser with those of the API. At the same field the browser wins. */
export function mergeProblems(own: readonly FieldProblem[], given: readonly FieldProblem[]): readonly FieldProblem[] {
  const fields = new Set(own.map(({ field }) => field))
  const covers = (field: string) => [...fields].some(each => field === each || field.startsWith(`${each}[`))
  return [...own, ...given.filter(({ field }) => !covers(field))]
}

/** Reports a required field that is empty. */
export function requireValue(field: string, value: string, message: string): readonly FieldProblem[] {
  return value.trim() === '' ? [{ field, message }] : []
}

/** Message at a field. An empty field has none before the first submit. */
export function formatShownProblem({ problems, all }: ShownProblems, field: string, value: string): string | undefined {
  return value === '' && !all ? undefined : formatProblemsAt(problems, field)
}

/** Joins the problems at a field or below it to sentences; undefined without any. */
export function formatProblemsAt(problems: readonly FieldProblem[], field: string): string | undefined {
  const below = [`${field}.`, `${field}[`]
  const found = problems.filter(each => each.field === field || below.some(start => each.field.startsWith(start)))
  const sentences = found.map(
    ({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`,
  )
  // Several items of a list may have the same problem.
  return found.length === 0 ? undefined : [...new Set(sentences)].join(' ')
}

/** Refusal of a creation, split into a message for the whole form and problems at fields. */
export interface CreationRefusal {
  /** Null where the fields show everything. */
  readonly words: string | null
  readonly problems: readonly FieldProblem[]
}

/** Splits a refused creation. Problems without a field in the form become part of the message. */
export function splitRefusal(refused: Exclude<CreateResult, { kind: 'created' }> | FailedAction): CreationRefusal {
  if (refused.kind === 'no-answer') return { words: refused.reason, problems: [] }
  const given = refused.problems
  const problems = given.filter(({ field }) => hasField(field))
  const others = given.filter(({ field }) => !hasField(field)).map(formatProblem)
  return { words: others.length === 0 ? null : others.join(' '), problems }
}

/**
 * Message above the fields: the refusal, and its problems that are not among `shown`. Empty where
 * the fields show everything.
 */
export function formatRefusal({ words, problems }: CreationRefusal, shown: readonly FieldProblem[]): string {
  const unshown = problems.filter(({ field }) => !shown.some(each => each.field === field))
  return [...(words === null ? [] : [words]), ...unshown.map(formatProblem)].join(' ')
}

/** Formats a problem with the path of its field. */
export function formatProblem({ field, message }: FieldProblem): string {
  return `${field}: ${message}${message.endsWith('.') ? '' : '.'}`
}

/** Whether the form has a field for it. Reason and ticket are outside the object and have none here. */
function hasField(field: string): boolean {
  return field === 'body' || /^(name|spec|labels)\b/.test(field)
}
