import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { parseXML } from '@aws-sdk/xml-builder'
import { SignatureV4 } from '@smithy/signature-v4'
import { isRecord } from '#lib/hap/document.ts'
import type { Secret } from '#lib/util/secret.ts'
import { CleanerError, type CleanerFailure, FAILURE_MESSAGES } from '../cleaner-error.ts'
import { type Answer, type Call, callProvider, type Patience } from '../provider-call.ts'

/** Services and versions of their APIs; the two generations of load balancing share a host. */
const SERVICES = {
  ec2: { host: 'ec2', version: '2016-11-15' },
  elb: { host: 'elasticloadbalancing', version: '2012-06-01' },
  elbv2: { host: 'elasticloadbalancing', version: '2015-12-01' },
  sts: { host: 'sts', version: '2011-06-15' },
} as const

type Service = keyof typeof SERVICES

interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: Secret<string>
}

/** A call of an action in a region. */
export interface AwsCall {
  readonly service: Service
  readonly region: string
  readonly action: string
  readonly parameters?: Readonly<Record<string, string>>
  /** Continues `could not …`. */
  readonly doing: string
}

/**
 * Calls AWS, signed with Signature Version 4. Returns the root element of the answer; GONE for a
 * missing resource. Throws CleanerError.
 */
export type AwsApi = (call: AwsCall, signal: AbortSignal) => Promise<unknown>

/** Creates the client of an account; `endpoint` returns the address of a service in a region. */
export function createAwsApi(
  { accessKeyId, secretAccessKey }: AwsCredentials,
  patience: Patience,
  endpoint: (host: string, region: string) => string = publicEndpoint,
): AwsApi {
  const credentials = async () => ({ accessKeyId, secretAccessKey: secretAccessKey.reveal() })
  return async (call, signal) => {
    const { service, region, doing } = call
    const { host } = SERVICES[service]
    const signer = new SignatureV4({ service: host, region, credentials, sha256: Sha256 })
    const url = new URL(endpoint(host, region))
    const answer = await callProvider(() => signed(signer, url, call), retryReason, patience, signal)
    const root = rootOf(answer, call)
    if (answer.status === 200) return root
    const code = codeOf(answer)
    const failure = awsFailure(answer, code)
    if (failure === 'gone') {
      if (/^(Delete|Release|DescribeTags)/.test(call.action)) return GONE
      throw new CleanerError('unavailable', doing, 'the listed resource no longer exists', { code })
    }
    throw new CleanerError(failure, doing, FAILURE_MESSAGES[failure], { code })
  }
}

/** The resource does not exist. */
export const GONE = Symbol('gone')

/** Regions in China have their own domain (AWS). */
function publicEndpoint(host: string, region: string): string {
  return `https://${host}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`
}

async function signed(signer: SignatureV4, url: URL, { service, action, parameters, doing }: AwsCall): Promise<Call> {
  const body = new URLSearchParams({ Action: action, Version: SERVICES[service].version, ...parameters }).toString()
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    path: url.pathname,
    headers: { host: url.host, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body,
  })
  // fetch sets the host header from the URL.
  const { host: _host, ...others } = headers
  return { method: 'POST', url: url.href, headers: others, body, doing }
}

function retryReason(answer: Answer) {
  if (answer.status === 200) return null
  const failure = awsFailure(answer, codeOf(answer))
  return failure === 'throttled' || failure === 'unavailable' ? { failure, because: FAILURE_MESSAGES[failure] } : null
}

/** EC2 nests its errors differently than the other services. */
function codeOf({ text }: Answer): string {
  try {
    const document: unknown = parseXML(text)
    return textAt(document, 'Response', 'Errors', 'Error', 'Code') || textAt(document, 'ErrorResponse', 'Error', 'Code')
  } catch {
    return ''
  }
}

function rootOf({ status, text }: Answer, { action, doing }: AwsCall): unknown {
  if (status !== 200) return null
  try {
    const document: unknown = parseXML(text)
    const root = nodeAt(document, [`${action}Response`])
    if (root !== undefined) return root
  } catch {
    // Falls through to the error below.
  }
  throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
}

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
      // Caused by a wrong clock, not by the account.
      ['unavailable', 'RequestExpired'],
      ['unavailable', 'InternalError InternalFailure ServiceUnavailable Unavailable'],
      ['refused', 'VolumeInUse DependencyViolation InvalidSnapshot.InUse InvalidIPAddress.InUse ResourceInUse'],
      ['refused', 'OperationNotPermitted IncorrectState InvalidNetworkInterface.InUse'],
      ['gone', 'InvalidVolume.NotFound InvalidSnapshot.NotFound InvalidAllocationID.NotFound LoadBalancerNotFound'],
      ['gone', 'AccessPointNotFound'],
    ] as const
  ).flatMap(([failure, codes]) => codes.split(' ').map(code => [code, failure] as const)),
)

/** Classifies a failed answer of AWS. */
function awsFailure({ status }: Pick<Answer, 'status'>, code: string): Known {
  const known = CODES.get(code)
  if (known !== undefined) return known
  if (status === 429) return 'throttled'
  if (status >= 500) return 'unavailable'
  if (status === 401) return 'credentials'
  return status === 403 ? 'forbidden' : 'unexpected'
}

/** SHA-256, with a secret HMAC-SHA-256, in the interface of the AWS SDK's signer. */
class Sha256 {
  readonly #begin: () => Hash | Hmac
  #hash: Hash | Hmac

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#begin = () => (secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret)))
    this.#hash = this.#begin()
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    this.#hash = this.#begin()
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, 'utf8')
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
}

/** Text of an element, `''` for a missing element and for one with children. */
export function textAt(node: unknown, ...path: readonly string[]): string {
  const found = nodeAt(node, path)
  return typeof found === 'string' ? found.trim() : ''
}

/**
 * Members of a list, `item` in EC2 and `member` in load balancing; the parser returns a single
 * member without an array.
 */
export function listAt(node: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = nodeAt(node, path)
  if (!isRecord(list)) return []
  const members = list.item ?? list.member ?? []
  return Array.isArray(members) ? members : [members]
}

/**
 * Members of a list that every answer contains. Throws CleanerError for a missing list: missing
 * does not mean empty.
 */
export function allAt(doing: string, node: unknown, ...path: readonly string[]): readonly unknown[] {
  if (nodeAt(node, path) === undefined) throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
  return listAt(node, ...path)
}

/** Parses tags of EC2 and load balancing. */
export function tagsOf(list: readonly unknown[]): Readonly<Record<string, string>> {
  const entries = list.map(tag => [
    textAt(tag, 'key') || textAt(tag, 'Key'),
    textAt(tag, 'value') || textAt(tag, 'Value'),
  ])
  return Object.fromEntries(entries)
}

/** Element at a path; undefined without one. */
function nodeAt(node: unknown, path: readonly string[]): unknown {
  let found = node
  for (const name of path) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}
