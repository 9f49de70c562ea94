import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { Operation } from '../../model/operation.ts'

/** Below this, a reply gains less than its compression takes. */
const LEAST_BYTES = 16 * 1024
const ENCODING = 'gzip'

const compress = promisify(gzip)
const negotiator = new Negotiator({ supportedValues: [ENCODING] })
/** The compressed form of texts that are kept between calls, such as the list of devices. */
const kept = new WeakMap<Uint8Array, Promise<Buffer>>()

/**
 * Whether the reply of a call may be compressed. Not those with secrets, which need a code: the length of a compressed text reveals
 * parts of a secret to an eavesdropper who can add own text to it (BREACH, CVE-2013-3587).
 */
export const mayCompress = ({ method, details }: Operation): boolean =>
  method === 'GET' && details.access !== 'code' && !details.mayNeedCode

/** The reply compressed, with its encoding; undefined if it is short, or if the client does not accept that. */
export async function compressed(
  bytes: Uint8Array,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; encoding: string } | undefined> {
  if (bytes.length < LEAST_BYTES || acceptEncoding === undefined) return undefined
  if (negotiator.negotiate(acceptEncoding) !== ENCODING) return undefined
  let result = kept.get(bytes)
  if (!result) {
    result = compress(bytes, { level: constants.Z_BEST_SPEED })
    kept.set(bytes, result)
    result.catch(() => kept.delete(bytes))
  }
  return { body: await result, encoding: ENCODING }
}
