import { Evaluator, serveEvaluator } from './evaluator.ts'

// Entry point of the worker, which keeps the page responsive during evaluations.
serveEvaluator(self, new Evaluator())
