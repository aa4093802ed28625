import { ACCESS_NAMESPACE } from '#lib/hap/access/access-rule.ts'
import { observeInside } from '#lib/operators/kubeconfig/inside/observe-inside.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import type { Inside, Observed } from '#lib/operators/kubeconfig/state/observed.ts'
import type { Step } from '#lib/operators/kubeconfig/state/step.ts'
import {
  createAccount,
  createAnchor,
  createBinding,
  createNamespace,
  createRole,
  deleteInside,
  updateRole,
} from './inside-steps.ts'
import { issueKubeconfig } from './issue.ts'
import {
  acknowledgeRotation,
  deleteSecret,
  dropFinalizer,
  fence,
  forgetExpiry,
  noteApplied,
  noteIssue,
  noteRemoved,
  noteRevoked,
  noteRotation,
  remember,
  takeFinalizer,
} from './record-steps.ts'

/** Executable steps, without waits and probes, which end or repeat a run. */
type WorkStep = Exclude<Step, { do: 'wait' | 'probe' }>

/**
 * Executes one step. Returns the observed state afterwards without another read. Throws
 * GardenError.
 */
export async function executeStep(run: Run, step: WorkStep, observed: Observed): Promise<Observed> {
  switch (step.do) {
    case 'add-finalizer':
      return takeFinalizer(run, observed)
    case 'drop-finalizer':
      return dropFinalizer(run, observed)
    case 'acknowledge-rotation':
      return acknowledgeRotation(run, observed)
    case 'forget-expiry':
      return forgetExpiry(run, observed)
    case 'delete-secret':
      return deleteSecret(run, observed)
    case 'fence':
      return fence(run, observed, step.because)
    case 'remember':
      return remember(run, observed, step.revocation)
    case 'note-issue':
      return noteIssue(run, observed, step.issue)
    case 'note-applied':
      return noteApplied(run, observed)
    case 'note-rotation':
      return noteRotation(run, observed)
    case 'note-removed':
      return noteRemoved(run, observed)
    case 'note-revoked':
      return noteRevoked(run, observed, step.proof)
    case 'look':
      return { ...observed, inside: await run.inCluster(() => observeCluster(run, observed)) }
    case 'issue':
      return issueKubeconfig(run, step, observed)
    default:
      return { ...observed, inside: await run.inCluster(() => changeInside(run, step, insideOf(observed))) }
  }
}

async function observeCluster(run: Run, { target, wanted }: Observed): Promise<Inside> {
  if (target.state !== 'found') throw new Error('A look came at a cluster that was not found.')
  const namespaces = [ACCESS_NAMESPACE, ...wanted.roles.flatMap(({ namespace }) => namespace ?? [])]
  const question = { installation: run.context.installation, uid: run.identity.uid, name: run.name, namespaces }
  return observeInside(await run.open(target.place), question, run.inside)
}

type InsideStep = Extract<
  Step,
  {
    do:
      | 'delete'
      | 'update-role'
      | 'create-namespace'
      | 'create-account'
      | 'create-role'
      | 'create-binding'
      | 'create-anchor'
  }
>

function changeInside(run: Run, step: InsideStep, inside: Inside): Promise<Inside> {
  switch (step.do) {
    case 'delete':
      return deleteInside(run, step, inside)
    case 'update-role':
      return updateRole(run, step, inside)
    case 'create-namespace':
      return createNamespace(run, step, inside)
    case 'create-account':
      return createAccount(run, inside)
    case 'create-role':
      return createRole(run, step.role, inside)
    case 'create-binding':
      return createBinding(run, step.role, inside)
    case 'create-anchor':
      return createAnchor(run, step.issue, inside)
  }
}

function insideOf({ inside }: Observed): Inside {
  if (inside === null) throw new Error('A step in a cluster came before the look at it.')
  return inside
}
