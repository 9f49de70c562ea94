interface Details {
  /** The setting that is wrong, such as `Host`. */
  readonly field?: string
  /** It will fail again until somebody changes something. */
  readonly isLasting?: boolean
}

/** A file was not stored. The text says why, in words that an owner can act on, without secrets. */
export class StoringFailed extends Error {
  override readonly name = 'StoringFailed'
  readonly field: string
  readonly isLasting: boolean
  constructor(message: string, { field = '', isLasting = false }: Details = {}) {
    super(message)
    this.field = field
    this.isLasting = isLasting
  }
}

export const failedAt =
  (field: string) =>
  ({ message }: Error): never => {
    throw new StoringFailed(message, { field })
  }
