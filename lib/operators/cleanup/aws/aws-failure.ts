import type { CleanerFailure } from '../cleaner-error.ts'
import type { Answer } from '../exchange.ts'

type Known = Exclude<CleanerFailure, 'protected'> | 'gone'

/** Error codes of EC2, load balancing and STS (AWS API references). */
const CODES: ReadonlyMap<string, Known> = new Map(
  (
    [
      [
        'credentials',
        'AuthFailure InvalidClientTokenId SignatureDoesNotMatch UnrecognizedClientException ExpiredToken',
      ],
      ['credentials', 'IncompleteSignature MissingAuthenticationToken InvalidAccessKeyId'],
      [
        'forbidden',
        'UnauthorizedOperation AccessDenied AccessDeniedException OptInRequired Blocked PendingVerification',
      ],
      ['throttled', 'Throttling ThrottlingException RequestLimitExceeded RequestThrottled TooManyRequestsException'],
      ['throttled', 'EC2ThrottledException'],
      // Not about the account: the clocks differ.
      ['unavailable', 'RequestExpired'],
      ['unavailable', 'InternalError InternalFailure ServiceUnavailable Unavailable'],
      ['refused', 'VolumeInUse DependencyViolation InvalidSnapshot.InUse InvalidIPAddress.InUse ResourceInUse'],
      ['refused', 'OperationNotPermitted IncorrectState InvalidNetworkInterface.InUse'],
      ['gone', 'InvalidVolume.NotFound InvalidSnapshot.NotFound InvalidAllocationID.NotFound LoadBalancerNotFound'],
      ['gone', 'AccessPointNotFound'],
    ] as const
  ).flatMap(([failure, codes]) => codes.split(' ').map(code => [code, failure] as const)),
)

/** What an answer of AWS that is no success means. */
export function awsFailure({ status }: Pick<Answer, 'status'>, code: string): Known {
  const known = CODES.get(code)
  if (known !== undefined) return known
  if (status === 429) return 'throttled'
  if (status >= 500) return 'unavailable'
  if (status === 401) return 'credentials'
  return status === 403 ? 'forbidden' : 'unexpected'
}
