import { z } from 'zod'
import type { Operations } from '../operation.ts'
import { ACCOUNT_OPERATIONS } from './accounts.ts'
import { DECISION_OPERATIONS } from './decisions.ts'
import { OPERATOR_OPERATIONS } from './operators.ts'
import { WORK_OPERATIONS } from './work.ts'

export const OPERATIONS: Operations = {
  ...ACCOUNT_OPERATIONS,
  ...DECISION_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...WORK_OPERATIONS,
  '/api/v1/openapi.json': {
    GET: { summary: 'This description', answers: { 200: z.record(z.string(), z.unknown()) } },
  },
}
