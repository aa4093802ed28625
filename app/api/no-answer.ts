import { answerTo } from './problem.ts'

/** No answer of the console's own to an action: signed out, the database is down, or something nobody foresaw. */
export interface NoAnswer {
  readonly kind: 'no-answer'
  readonly status: number
  readonly reason: string
}

/** What an action answers to whatever was thrown in it. */
export function noAnswer(error: unknown): NoAnswer {
  const { status, detail } = answerTo(error)
  return { kind: 'no-answer', status, reason: detail }
}
