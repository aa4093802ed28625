import { Evaluator } from './evaluator.ts'
import { serve } from './serve.ts'

// The page goes on while rules are evaluated here.
serve(self, new Evaluator())
