import type { ProgramOutcome } from '../../../machine/machine.ts'
import { type Code, type Phrase, type PhraseValues, phrase } from '../../../phrases/phrase.ts'

/**
 * Why a name was not updated. `account` and `name`: the same request will be refused again, for every name or for this one.
 * `fault`: the provider is to be left alone for a while. `passing`: it may work the next moment.
 */
export interface UpdateFailure {
  readonly kind: 'account' | 'name' | 'fault' | 'passing'
  readonly reason: Phrase
}

const failure =
  (kind: UpdateFailure['kind']) =>
  <C extends Code>(code: C, ...values: PhraseValues<C>): UpdateFailure => ({ kind, reason: phrase(code, ...values) })
const account = failure('account')
const name = failure('name')
const fault = failure('fault')
const passing = failure('passing')

const LOGIN = account('internet.dyndnsLoginRefused')
const NAME = name('internet.dyndnsNameUnknown')
const BUSY = fault('internet.dyndnsTooManyRequests')

/** ddclient's messages, and the words of the protocol dyndns2 in them, with their meaning. The first that matches applies. */
const MESSAGES: readonly (readonly [RegExp, UpdateFailure])[] = [
  [/certificate verify failed|hostname verification failed/i, passing('internet.dyndnsCertificate')],
  [/\bbadauth\b|authorization failed|login or password option|\b!donator\b/i, LOGIN],
  [/\bnohost\b|!yours|\bnotfqdn\b|\bnumhost\b|No zone ID|No 'A' record|not found at/i, NAME],
  [/Server said: 'KO'/, account('internet.dyndnsTokenOrNameRefused')],
  [/\babuse\b/i, name('internet.dyndnsNameBlocked')],
  [/\b(911|dnserr|badsys|badagent)\b/i, fault('internet.dyndnsFault')],
  [/: wait \d+/i, BUSY],
  [/skipping host|Invalid Value for keyword/i, account('internet.dyndnsSettingsRefused')],
]

/**
 * Why ddclient did not update the name; undefined if it did. ddclient's exit status is 0 for some failures: only its messages
 * are reliable. Its output contains secrets and text of the provider, so nothing of it is part of the reason.
 */
export function failureIn({ code, output }: ProgramOutcome): UpdateFailure | undefined {
  const messages = output
    .split('\n')
    .filter((line) => /^(SUCCESS|WARNING|FAILED|FATAL):/.test(line))
    // ddclient quotes the first line of an answer: words of a page are not words of the protocol.
    .map((line) => line.replace(/<.*/, ''))
  if (messages.some((line) => line.startsWith('SUCCESS:') || /\bnochg\b/.test(line))) return undefined
  const installation = installationFailure(code, output)
  if (installation) return installation
  for (const [pattern, meaning] of MESSAGES) if (messages.some((line) => pattern.test(line))) return meaning
  const status = [...output.matchAll(/^RECEIVE:.*?\bHTTP\/[\d.]+ +(\d{3})/gm)].at(-1)?.[1]
  if (status !== undefined) return failureOf(status, isPage(output))
  return passing(code === 137 || code === null ? 'internet.dyndnsNoAnswer' : 'internet.dyndnsUnreachable')
}

/**
 * For the last HTTP status, if ddclient does not explain it. What is not a refusal in the words of the protocol, such as the page of
 * a portal or of a service that protects the provider, may be another answer the next time: it is a fault, and is tried again.
 */
function failureOf(status: string, page: boolean): UpdateFailure {
  if (status === '401') return LOGIN
  if (status === '429') return BUSY
  if (status.startsWith('5')) return fault('internet.dyndnsFaultStatus', status)
  if (page) return fault('internet.dyndnsWebPage', status)
  if (status === '403') return LOGIN
  if (status === '404') return NAME
  return fault('internet.dyndnsAnswerUnreadable', status)
}

/** Whether the provider sent HTML, by the header or the first tag. */
const isPage = (output: string): boolean =>
  /^RECEIVE:\s+(?:Content-Type:\s*(?:text\/html|application\/xhtml)|<(?:!doctype\s+html|html|head|body)\b)/im.test(
    output,
  )

function installationFailure(code: ProgramOutcome['code'], output: string): UpdateFailure | undefined {
  if (code === undefined) return passing('internet.dyndnsBwrapMissing')
  if (/^bwrap: /m.test(output)) return passing('internet.dyndnsSandbox')
  if (code === 127 || code === 126) return passing('internet.ddclientMissing')
  if (/perl module IO::Socket::SSL/i.test(output)) return passing('internet.ddclientWithoutTls')
  return undefined
}
