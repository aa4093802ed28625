import { Shutdown } from '#lib/runtime/shutdown.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { acquireJob, startNextTarget } from '#lib/store/jobs/job-lease.ts'
import { createJob } from '#lib/store/jobs/jobs.ts'
import { openStoreOn } from '#lib/store/open-store.ts'

const [folder = ''] = process.argv.slice(2)
const shutdown = new Shutdown(error => {
  console.error(error)
  process.exitCode = 1
})
const events = { slow: () => {}, down: () => {}, up: () => {}, migrated: () => {} }
const store = await openStoreOn(await openEmbedded({ folder }), 60_000, events)
shutdown.add(() => store.close())
process.on('SIGTERM', () => void shutdown.run().then(() => process.exit()))

const actor = { name: 'olga', role: 'operator' }
const audit = new AuditLog(store)
const start = { actor, action: 'start job', targets: ['Job/j-1'], reason: 'x', ticket: null, requestId: 'r-1' }
const auditSeq = await audit.intent(start)
await createJob(store, {
  id: 'j-1',
  action: 'hold',
  parameters: { userId: 'olga', until: null, retryOf: null, fingerprint: 'f' },
  reason: 'x',
  ticket: null,
  actor: actor.name,
  role: actor.role,
  requestId: 'r-1',
  auditSeq,
  targets: ['a', 'b'].map(name => ({
    binding: { kind: 'CredentialsBinding', namespace: 'garden', name },
    seenVersion: '1',
    seen: null,
    remembered: null,
  })),
})
const lease = await acquireJob(store.db, 'worker', 30_000)
if (lease) await startNextTarget(store.db, lease)
await audit.outcome({ intent: auditSeq, actor, outcome: 'accepted', detail: 'Job j-1.' })
// The parent process ends this one when it reads this line.
process.stdout.write('written\n')
setInterval(() => {}, 60_000)
