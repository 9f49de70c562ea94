import { FailedAttempt, phraseOrText } from '../errors.ts'
import { type PhraseValue, phrase } from '../phrases/phrase.ts'
import { type DialTarget, dial } from './dial.ts'
import type { MqttOptions, MqttSession } from './messaging.ts'
import { LimitedStream } from './mqttpackets.ts'

const CONNECT_MS = 10_000
const KEEPALIVE_SECONDS = 30

/** Rejects with an error of the connection, or of the library, whose `code` is that of the CONNACK packet. MQTT 3.1.1 §3.2.2.3. */
export async function connectMqtt(target: DialTarget, options: MqttOptions): Promise<MqttSession> {
  const { clientId, username, password, will, onMessage } = options
  // Loaded when first used: it takes megabytes.
  const { default: client } = await import('mqtt/lib/client')
  const stream = new LimitedStream(await dial(target, CONNECT_MS))
  const mqtt = new client.default(() => stream, {
    clientId,
    clean: true,
    keepalive: KEEPALIVE_SECONDS,
    connectTimeout: CONNECT_MS,
    reconnectPeriod: 0,
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(will ? { will: { topic: will.topic, payload: Buffer.from(will.text), qos: 1 as const, retain: true } } : {}),
  })
  let failure: Error | undefined
  mqtt.on('error', (error) => {
    failure = error as Error
  })
  // The library reports some errors of a connection only.
  stream.on('error', (error) => {
    failure ??= error
  })
  const ended = phrase('messages.brokerDisconnected')
  const closed = new Promise<PhraseValue>((resolve) =>
    mqtt.once('close', () => resolve(failure ? phraseOrText(failure) : ended)),
  )
  const lost = closed.then((): never => {
    throw failure ?? new FailedAttempt(ended)
  })
  lost.catch(() => undefined)
  mqtt.on('message', (topic, payload, { retain }) => onMessage?.({ topic, text: payload.toString('utf8'), retain }))
  const dispose = (): void => {
    mqtt.end(true)
    stream.destroy()
  }
  try {
    await Promise.race([lost, new Promise((resolve) => mqtt.once('connect', resolve))])
  } catch (error) {
    dispose()
    throw error
  }
  return {
    closed,
    publish: async ({ topic, text, retain }) =>
      void (await Promise.race([lost, mqtt.publishAsync(topic, text, { qos: 1, retain })])),
    subscribe: async (filter) => void (await Promise.race([lost, mqtt.subscribeAsync(filter, { qos: 1 })])),
    end: async () => void (await Promise.race([closed, mqtt.endAsync()])),
    [Symbol.dispose]: dispose,
  }
}
