import { z } from 'zod'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import * as rows from '#lib/queries/lists/row-schemas.ts'
import { ShootOperation, StateName } from '#lib/queries/lists/row-schemas.ts'
import type { Resource } from './operation.ts'

export const EffectiveLimit = z.object({
  value: z.number(),
  source: z.enum(['provider', 'default', 'unlimited', 'no-config']),
  setting: z.string().nullable(),
})

const SearchErrorCode = z.enum([
  'too-long',
  'too-many-terms',
  'unclosed-quote',
  'unknown-field',
  'missing-value',
  'unknown-value',
  'not-a-number',
  'not-a-boolean',
  'not-a-time',
])

const TextRange = z.object({ start: z.number(), end: z.number() })

export const SearchError = z.object({ code: SearchErrorCode, message: z.string(), range: TextRange })

export const ChangedLine = z.object({
  change: z.enum(['added', 'removed']),
  key: z.string(),
  value: z.string(),
  note: z.enum(['label', 'annotation']),
})

const PlanFacts = z.object({ plan: z.string().nullable(), platformRegion: z.string().nullable() })

export const Shoot = z.object({
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  binding: z.object({ kind: z.enum(['CredentialsBinding', 'SecretBinding']), name: z.string() }).nullable(),
  globalAccount: z.string().nullable(),
  subaccount: z.string().nullable(),
  runtimeId: z.string().nullable(),
  provider: z.string(),
  region: z.string(),
  createdAt: z.string(),
  deletedAt: z.string().nullable(),
  hibernated: z.boolean(),
  lastOperation: ShootOperation.nullable(),
  errorCodes: z.array(z.string()),
  labelled: z.exactOptional(PlanFacts),
})

export const SimulatorQuery = z.object({
  plan: z.exactOptional(z.string().nullable()),
  provider: z.exactOptional(z.string().nullable()),
  platformRegion: z.exactOptional(z.string().nullable()),
  hyperscalerRegion: z.exactOptional(z.string().nullable()),
  globalAccount: z.exactOptional(z.string().nullable()),
  semantics: z.exactOptional(z.enum(['documented', 'keb']).nullable()),
  mode: z.exactOptional(z.literal('matrix').nullable()),
  rules: z.exactOptional(z.string().nullable()),
  compared: z.exactOptional(z.string().nullable()),
})

const Target = z.object({ shared: z.boolean(), euAccess: z.boolean() })

export const AccountRequest = z.object({
  target: z.exactOptional(Target),
  plan: z.string(),
  provider: z.string(),
  platformRegion: z.string(),
  hyperscalerRegion: z.string(),
  globalAccount: z.string(),
})

export const KindState = z.object({
  state: z.enum(['refused', 'live', 'stale', 'absent', 'no-control-plane', 'reading', 'unreachable']),
  message: z.string().nullable(),
})

export const ConditionRow = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string(),
  message: z.string(),
  since: z.string(),
  observedGeneration: z.number().nullable(),
})

export const FieldProblem = z.object({ field: z.string(), message: z.string() })

export const DeletionOffer = z.object({
  obstacle: z.string().nullable(),
  consequence: z.array(z.string()),
  typeName: z.boolean(),
})

export const ActionName = z.enum(ACTIONS)

/** Counts of the states that occur. */
export const SomeStateCounts = z.partialRecord(StateName, z.exactOptional(z.number()))

/** An object as YAML, without managedFields. */
export const ObjectYaml = z.object({ yaml: z.string() })

/** Name of the object of an accepted request. */
export const NamedObject = z.object({ name: z.string() })

/** Schemas that several resources share. */
export const SHARED = {
  schemas: {
    ...rows,
    EffectiveLimit,
    SearchError,
    ChangedLine,
    Shoot,
    SimulatorQuery,
    AccountRequest,
    KindState,
    ConditionRow,
    FieldProblem,
    DeletionOffer,
    ActionName,
    SomeStateCounts,
  },
  routes: [],
} satisfies Resource
