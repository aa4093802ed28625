import type { PlanSource } from './plan-source.ts'

/** What the labels of the shoot itself tell, where settings name such labels. */
export const labelPlans: PlanSource = {
  origin: 'label',
  of: ({ shoot }) => shoot?.labelled ?? null,
}
