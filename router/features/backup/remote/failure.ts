interface Details {
  /** The setting that is wrong, such as `Host`. */
  readonly field?: string
  /** It will fail again until somebody changes something. */
  readonly isLasting?: boolean
  /** The host key of the server, if it is not the accepted one. */
  readonly hostKey?: string
}

/** Servers choose a part of the text. */
const LONGEST = 200

/** A file was not stored. The text says why, in words that an owner can act on, without secrets, in one short line. */
export class StoringFailed extends Error {
  override readonly name = 'StoringFailed'
  readonly field: string
  readonly isLasting: boolean
  readonly hostKey: string
  constructor(message: string, { field = '', isLasting = false, hostKey = '' }: Details = {}) {
    super(
      message
        .slice(0, 2 * LONGEST)
        .replace(/[\s\p{C}]+/gu, ' ')
        .trim()
        .slice(0, LONGEST),
    )
    this.field = field
    this.isLasting = isLasting
    this.hostKey = hostKey
  }

  /** As clients get it: the text is a sentence. */
  shown() {
    const { message, field, hostKey } = this
    return { Message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`, Field: field, HostKey: hostKey }
  }
}

export const failedAt =
  (field: string) =>
  ({ message }: Error): never => {
    throw new StoringFailed(message, { field })
  }
