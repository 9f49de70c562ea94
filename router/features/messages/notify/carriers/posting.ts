import type { Core } from '../../../../core.ts'
import { CommandFailed } from '../../../../errors.ts'
import type { Machine } from '../../../../machine/machine.ts'
import { DeliveryFailed, failedAt } from '../carrier.ts'
import { TIMEOUT_MS } from '../delivery.ts'
import { certificateFault } from './certificate.ts'

export interface PostDeps extends Pick<Core, 'resolve' | 'authorities'> {
  readonly machine: Pick<Machine, 'post'>
}

interface Request {
  readonly url: string
  /** The setting that has the URL. */
  readonly field: string
  /** The setting `Authority`, where there is one: PEM text of the only authorities to trust; empty for those of the router. */
  readonly authority?: string
  /** The setting that has the secret. */
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** Statuses of a receiver that will never accept this message. */
const REFUSED = [400, 413, 415, 422]

/** Sends a request. Resolves for a status between 200 and 299, and throws `DeliveryFailed` for any other. */
export async function postTo(
  { machine, resolve, authorities }: PostDeps,
  { url, field, authority, secret, headers, body }: Request,
): Promise<void> {
  const ip = await resolve(new URL(url).hostname).catch(failedAt(field))
  const { status, retryAfter } = await machine
    .post({
      ...{ url, ip, headers, body, timeoutMs: TIMEOUT_MS - 1000, authorities },
      ...(authority === undefined ? {} : { authority }),
    })
    .catch((error) => {
      if (!(error instanceof CommandFailed)) throw error
      const fault = certificateFault(error.stderr, field)
      const isOwn = fault !== undefined && authority !== undefined
      throw new DeliveryFailed(fault?.reason ?? wordsOf(error.stderr), { field: isOwn ? fault.field : field })
    })
  if (status >= 200 && status < 300) return
  const seconds = Number(retryAfter)
  throw new DeliveryFailed(reasonOf(status), {
    kind: REFUSED.includes(status) ? 'refused' : 'passing',
    ...(status === 401 || status === 403 ? { field: secret } : status === 404 || isMoved(status) ? { field } : {}),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    status,
  })
}

const isMoved = (status: number): boolean => status >= 300 && status < 400

function reasonOf(status: number): string {
  if (status === 401 || status === 403) return `the server does not accept the login (HTTP ${status})`
  if (status === 404) return 'the server has no such address (HTTP 404)'
  if (status === 429) return 'the server received too many messages (HTTP 429)'
  if (isMoved(status)) return `the server redirects to another address, which is not followed (HTTP ${status})`
  return `the server answered HTTP ${status}`
}

function wordsOf(reason: string): string {
  if (/ECONNREFUSED/.test(reason)) return 'the server refuses the connection'
  if (/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(reason)) return 'the server cannot be reached'
  if (/wrong version number|EPROTO/.test(reason)) return 'the server does not use TLS'
  return reason
}
