import { Evaluator, serve } from './evaluator.ts'

// The page goes on while rules are evaluated here.
serve(self, new Evaluator())
