import { EvaluationThread } from './thread.ts'

/** Evaluates rules for this page, beside it. */
export const evaluation = new EvaluationThread(() => {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rules' })
})
