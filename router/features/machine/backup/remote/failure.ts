import { FailedAttempt } from '../../../../errors.ts'
import type { RemoteFault } from '../../../../model/machine/backup/remote/fault.ts'
import { remoteFaultPhrase } from '../../../../model/machine/backup/remote/faultphrase.ts'
import { capitalized } from '../../../../values/capitalized.ts'

interface Details {
  /** The setting that is wrong, such as `Host`. */
  readonly field?: string
  /** Retries fail until the settings or the server are changed. */
  readonly isLasting?: boolean
  /** The host key of the server, if it is not the accepted one. */
  readonly hostKey?: string
}

/** Servers choose a part of the text. */
const LONGEST = 200

/**
 * A file was not stored or read. The text says why, in words that an owner can act on, without secrets, in one short line. A class, because
 * runs store its fault, and decide by it whether and when to try again.
 */
export class StoringFailed extends Error {
  override readonly name = 'StoringFailed'
  readonly fault: RemoteFault
  readonly field: string
  readonly isLasting: boolean
  readonly hostKey: string
  constructor({ Code, Detail }: RemoteFault, { field = '', isLasting = false, hostKey = '' }: Details = {}) {
    const fault = { Code, Detail: inOneLine(Detail) }
    super(inOneLine(String(remoteFaultPhrase(fault))))
    this.fault = fault
    this.field = field
    this.isLasting = isLasting
    this.hostKey = hostKey
  }

  /** As clients get it: the text is a sentence. */
  shown() {
    const { message, fault, field, hostKey } = this
    return { Message: `${capitalized(message)}.`, Fault: fault, Field: field, HostKey: hostKey }
  }
}

const inOneLine = (text: string): string =>
  text
    .slice(0, 2 * LONGEST)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)

/** For `catch`: the address of a host was not found. */
export const backupFailedAt =
  (field: string) =>
  (error: Error): never => {
    const fault: RemoteFault =
      error instanceof FailedAttempt && error.phrase.code === 'dns.hostUnresolved'
        ? { Code: 'unknown_name', Detail: String(error.phrase.values[0]) }
        : { Code: 'other', Detail: error.message }
    throw new StoringFailed(fault, { field })
  }
