import type { Store } from '#lib/store/store.ts'
import type { JobRecord, NewJob } from './job-record.ts'
import { readJob } from './read-jobs.ts'

/** Writes a job with all its targets, once: of an id that is taken the job that has it comes back, with `isNew` false. */
export async function createJob(store: Store, job: NewJob): Promise<{ job: JobRecord; isNew: boolean }> {
  const targets = job.targets.map(({ binding, ...precondition }) => ({ ...binding, ...precondition }))
  return store.transaction(
    async tx => {
      const inserted = await tx.$executeRaw`
        INSERT INTO job (id, action, parameters, reason, ticket, actor, role, request_id, audit_seq, total)
        VALUES (${job.id}, ${job.action}, ${JSON.stringify(job.parameters)}::jsonb, ${job.reason}, ${job.ticket},
          ${job.actor}, ${job.role}, ${job.requestId}, ${job.auditSeq}, ${targets.length})
        ON CONFLICT (id) DO NOTHING`
      // One statement, however many there are.
      if (inserted === 1)
        await tx.$executeRaw`
          INSERT INTO job_target (job_id, position, binding_kind, binding_namespace, binding_name, precondition)
          SELECT ${job.id}, place - 1, target->>'kind', target->>'namespace', target->>'name',
            jsonb_build_object('seenVersion', target->>'seenVersion', 'seen', target->'seen',
              'remembered', target->'remembered')
          FROM jsonb_array_elements(${JSON.stringify(targets)}::jsonb) WITH ORDINALITY AS given(target, place)`
      const created = await readJob(tx, job.id)
      if (created === null) throw new Error(`Job ${job.id} is not there.`)
      return { job: created, isNew: inserted === 1 }
    },
    { isolation: 'read-committed' },
  )
}
