import { answerHealth } from '#app/health-answer.ts'

/** Whether this process answers at all. What it needs is none of its business: a new process would be no better off. */
export function GET(request: Request): Response {
  return answerHealth(request, { status: 200, body: { alive: true }, words: 'The console is alive.\n' })
}
