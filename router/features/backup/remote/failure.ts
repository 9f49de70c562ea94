interface Details {
  /** The setting that is wrong, such as `Host`. */
  readonly field?: string
  /** It will fail again until somebody changes something. */
  readonly isLasting?: boolean
}

/** Servers choose a part of the text. */
const LONGEST = 200

/** A file was not stored. The text says why, in words that an owner can act on, without secrets, in one short line. */
export class StoringFailed extends Error {
  override readonly name = 'StoringFailed'
  readonly field: string
  readonly isLasting: boolean
  constructor(message: string, { field = '', isLasting = false }: Details = {}) {
    super(
      message
        .slice(0, 2 * LONGEST)
        .replace(/[\s\p{C}]+/gu, ' ')
        .trim()
        .slice(0, LONGEST),
    )
    this.field = field
    this.isLasting = isLasting
  }
}

export const failedAt =
  (field: string) =>
  ({ message }: Error): never => {
    throw new StoringFailed(message, { field })
  }
