import type { Core } from '../../../../core.ts'
import { CommandFailed } from '../../../../errors.ts'
import type { Machine } from '../../../../machine/machine.ts'
import { type Phrase, phrase } from '../../../../phrases/phrase.ts'
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
      throw new DeliveryFailed(fault?.reason ?? wordsOf(error), { field: isOwn ? fault.field : field })
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

function reasonOf(status: number): Phrase {
  if (status === 401 || status === 403) return phrase('messages.httpLoginRefused', status)
  if (status === 404) return phrase('messages.httpNotFound')
  if (status === 429) return phrase('messages.httpTooManyRequests')
  if (isMoved(status)) return phrase('messages.httpRedirected', status)
  return phrase('messages.httpStatus', status)
}

function wordsOf({ stderr, reason }: CommandFailed): Phrase {
  if (/ECONNREFUSED/.test(stderr)) return phrase('messages.serverRefusesConnection')
  if (/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(stderr)) return phrase('messages.serverUnreachable')
  if (/wrong version number|EPROTO/.test(stderr)) return phrase('messages.natsWithoutTls')
  return reason
}
