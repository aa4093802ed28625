import { review } from '#embedded-garden/auth/access-review.ts'
import { reviewRules } from '#embedded-garden/auth/rules-review.ts'
import { whoAmI } from '#embedded-garden/auth/subject-review.ts'
import { reviewToken } from '#embedded-garden/auth/token-review.ts'
import type { Resource, SpecialHandler } from '#embedded-garden/resource.ts'
import { ANY } from '#embedded-garden/schema/shape.ts'

const AUTHORIZATION = 'authorization.k8s.io'
const AUTHENTICATION = 'authentication.k8s.io'

/** A question that is answered and not stored. */
function reviewKind(
  group: string,
  plural: string,
  kind: string,
  namespaced: boolean,
  create: SpecialHandler,
): Resource {
  return {
    group,
    version: 'v1',
    plural,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    namespaced,
    shortNames: [],
    categories: [],
    verbs: ['create'],
    storage: `${plural}.${group}`,
    aggregated: false,
    custom: null,
    shape: ANY,
    schemaName: '',
    strategy: {},
    statusSubresource: false,
    subresources: [],
    columns: [],
    conversion: null,
    special: { create },
  }
}

export const REVIEWS: readonly Resource[] = [
  reviewKind(AUTHENTICATION, 'tokenreviews', 'TokenReview', false, reviewToken),
  reviewKind(AUTHENTICATION, 'selfsubjectreviews', 'SelfSubjectReview', false, whoAmI),
  reviewKind(AUTHORIZATION, 'selfsubjectaccessreviews', 'SelfSubjectAccessReview', false, context =>
    review(context, 'self'),
  ),
  reviewKind(AUTHORIZATION, 'subjectaccessreviews', 'SubjectAccessReview', false, context => review(context, 'other')),
  reviewKind(AUTHORIZATION, 'localsubjectaccessreviews', 'LocalSubjectAccessReview', true, context =>
    review(context, 'local'),
  ),
  reviewKind(AUTHORIZATION, 'selfsubjectrulesreviews', 'SelfSubjectRulesReview', false, reviewRules),
]
