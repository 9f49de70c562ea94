import type { PhraseValue } from '../phrases/phrase.ts'

/** A message to or from a broker. */
export interface MqttMessage {
  readonly topic: string
  /** Received: at most its first 128 KiB. */
  readonly text: string
  /** Received: the broker had stored the message before the subscription. */
  readonly retain: boolean
}

export interface MqttOptions {
  /** A broker ends another connection with the same ID. */
  readonly clientId: string
  /** Empty for none. */
  readonly username: string
  readonly password: string
  /** Published by the broker, and retained, when the connection ends without `end`. */
  readonly will?: { readonly topic: string; readonly text: string }
  readonly onMessage?: (message: MqttMessage) => void
}

/** A connection to an MQTT broker (version 3.1.1). */
export interface MqttSession extends Disposable {
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<PhraseValue>
  /** Resolves when the broker has confirmed the message (QoS 1). Rejects if the connection ends before. */
  publish(message: MqttMessage): Promise<void>
  /** Rejects if the broker refuses the subscription. */
  subscribe(filter: string): Promise<void>
  /** Ends the connection in order: the broker does not publish the will. */
  end(): Promise<void>
}

export interface NatsOptions {
  /** Empty for none. */
  readonly username: string
  readonly password: string
  readonly token: string
}

export interface NatsMessage {
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Why the server does not accept a message: it does not permit the subject, or the message is too long. */
export interface NatsRefusal {
  readonly message: NatsMessage
  readonly reason: string
}

/** A connection to a NATS server. */
export interface NatsSession extends Disposable {
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<PhraseValue>
  /**
   * Resolves when the server has processed the messages, with those that it refused. Rejects if the connection ends before, or if
   * the server reports another error. Call it again after it has settled.
   */
  publish(messages: readonly NatsMessage[]): Promise<NatsRefusal[]>
}
