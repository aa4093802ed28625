import { z } from 'zod'
import { prismaClient } from '#lib/store/database/client.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { type Anchor, verifyAudit } from './verify.ts'

const Question = z.object({
  /** `NUMBER:HASH` of an entry noted elsewhere. */
  expect: z
    .string()
    .regex(/^\d{1,18}:[0-9a-f]{64}$/)
    .nullable(),
})

const Answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), entries: z.string(), hash: z.string() }),
  z.object({ ok: z.literal(false), seq: z.string(), problem: z.string() }),
])

export type AuditVerdict = z.infer<typeof Answer>

/** A verdict as one line, for the `hap` command. */
export function verdictLines(args: unknown): (connection: Connection) => AsyncIterable<string> {
  const anchor = anchorOf(Question.parse(args).expect)
  return async function* (connection) {
    const client = prismaClient(connection, () => {})
    try {
      const verdict = await verifyAudit(client, anchor)
      yield JSON.stringify(verdict, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    } finally {
      await client.$disconnect()
    }
  }
}

export function readVerdict(line: string): AuditVerdict {
  return Answer.parse(JSON.parse(line))
}

function anchorOf(expect: string | null): Anchor | null {
  const [seq, hash] = expect?.split(':') ?? []
  return seq === undefined || hash === undefined ? null : { seq: BigInt(seq), hash }
}
