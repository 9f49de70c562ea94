import type { Core } from '../../../core.ts'
import { CommandFailed, phraseOrText, Unavailable } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { type PhraseValue, phrase } from '../../../phrases/phrase.ts'

const TIMEOUT_MS = 15_000

/**
 * Whether a licence server accepts a token: it does with a status from 200 to 299, and does not with one from 400 to 499. Throws
 * `Unavailable` for any other answer, and if there is none. The token is sent in the body, which servers do not log.
 */
export function openLicences({
  machine,
  resolve,
  authorities,
}: Pick<Core, 'resolve' | 'authorities'> & { readonly machine: Pick<Machine, 'post'> }) {
  async function ask(url: string, token: string): Promise<number> {
    const ip = await resolve(new URL(url).hostname)
    const body = JSON.stringify({ Token: token })
    const headers = { 'Content-Type': 'application/json' }
    return (await machine.post({ url, ip, headers, body, timeoutMs: TIMEOUT_MS, authorities })).status
  }
  return async (url: string, token: string): Promise<boolean> => {
    const status = await ask(url, token).catch((error: unknown) => {
      throw unavailable(error instanceof CommandFailed ? error.reason : phraseOrText(error))
    })
    if (status >= 200 && status < 300) return true
    if (status >= 400 && status < 500) return false
    throw unavailable(phrase('plugins.licenceHttpStatus', status))
  }
}

const unavailable = (reason: PhraseValue): Unavailable => new Unavailable(phrase('plugins.licenceCheckFailed', reason))
