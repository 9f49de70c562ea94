import { FailedAttempt, phraseOf } from '../../../errors.ts'
import type { Message } from '../../../model/messages/notify/message.ts'
import type { SettingsOf, TargetKind } from '../../../model/messages/notify/target.ts'
import type { Phrase } from '../../../phrases/phrase.ts'

/** Sends messages in one way. */
export interface Carrier<K extends TargetKind = TargetKind> {
  readonly kind: K
  /** Resolves when the receiver has accepted the message. Throws `DeliveryFailed`. `settings` has its secrets in clear text. */
  send(message: Message, settings: SettingsOf[K]): Promise<void>
}

export type Carriers = { readonly [K in TargetKind]?: Carrier<K> }

interface Details {
  /**
   * `passing`: it may work later. `refused`: the receiver does not accept this message, and never will. `gone`: the receiver no
   * longer exists.
   */
  readonly kind?: 'passing' | 'refused' | 'gone'
  /** The setting that is wrong, such as `Host`. */
  readonly field?: string
  /** How long the receiver wants to be left alone. */
  readonly retryAfterMs?: number | undefined
  /** The HTTP status of the response. */
  readonly status?: number
}

/** For `catch`: the delivery failed because of this setting. */
export const failedAt =
  (field: string) =>
  (error: Error): never => {
    throw new DeliveryFailed(phraseOf(error), { field })
  }

/**
 * The message was not accepted. The text says why, in words that an owner can act on, without secrets. A class, because the queue decides by
 * `kind` and `retryAfterMs` whether and when to send again, and push messages by `status` whether the receiver is gone.
 */
export class DeliveryFailed extends FailedAttempt {
  override readonly name = 'DeliveryFailed'
  readonly kind: 'passing' | 'refused' | 'gone'
  readonly retryAfterMs: number | undefined
  readonly status: number | undefined
  constructor(phrase: Phrase, { kind = 'passing', field, retryAfterMs, status }: Details = {}) {
    super(phrase, { field })
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.status = status
  }
}
