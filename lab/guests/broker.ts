import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Authority } from '../home/authority.ts'
import type { Namespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'

/** The user of the broker. */
export const BROKER_LOGIN = { Username: 'sallyport', Password: 'open sesame' } as const
export const BROKER_PORT = 1883
export const SECURE_BROKER_PORT = 8883

/** A message as it arrived; `retained`: the broker had stored it before. */
export interface Arrived {
  readonly retained: boolean
  readonly topic: string
  readonly text: string
}

/** The MQTT broker mosquitto on a machine of the home, with and without TLS, and a client that reads all messages. */
export class Broker {
  readonly #namespace: Namespace
  readonly #config: string
  #program: Program | undefined
  #reader: Program | undefined

  constructor(namespace: Namespace, config: string) {
    this.#namespace = namespace
    this.#config = config
  }

  async start(): Promise<void> {
    this.#program = this.#namespace.start(['mosquitto', '-c', this.#config])
    await this.#program.line('running')
    await this.read()
  }

  /** Reads again, from the messages that the broker has stored. */
  async read(): Promise<void> {
    await this.#reader?.stop()
    this.#reader = this.#namespace.start([
      'stdbuf',
      '-oL',
      'mosquitto_sub',
      ...LOGIN,
      '-t',
      '#',
      '-d',
      '-F',
      'message %r %t %p',
    ])
    await this.#reader.line('Subscribed')
  }

  /** The messages that have arrived at the reader. */
  get messages(): Arrived[] {
    return (this.#reader?.lines ?? []).flatMap((line) => {
      const [, retained, topic, text = ''] = /^message (\d) (\S+) ?(.*)$/.exec(line) ?? []
      return topic === undefined ? [] : [{ retained: retained === '1', topic, text }]
    })
  }

  /** The last text of a topic. */
  last(topic: string): string | undefined {
    return this.messages.findLast((message) => message.topic === topic)?.text
  }

  async publish(topic: string, text: string, ...options: string[]): Promise<void> {
    await this.#namespace.run(['mosquitto_pub', ...LOGIN, '-t', topic, '-m', text, '-q', '1', ...options])
  }

  /** Stops it, and it forgets all messages. */
  async stop(): Promise<void> {
    await this.#reader?.stop()
    await this.#program?.stop()
  }

  /** The broker accepts connections and does not respond, until it is resumed. */
  hang(): void {
    this.#program?.kill('SIGSTOP')
  }

  resume(): void {
    this.#program?.kill('SIGCONT')
  }
}

const LOGIN = ['-u', BROKER_LOGIN.Username, '-P', BROKER_LOGIN.Password]

export async function openBroker(namespace: Namespace, { ca, certificate, key }: Authority): Promise<Broker> {
  const at = (name: string): string => join(namespace.dir, name)
  await namespace.run(['mosquitto_passwd', '-b', '-c', at('passwords'), BROKER_LOGIN.Username, BROKER_LOGIN.Password])
  const config = [
    ...['user root', 'persistence false', 'allow_anonymous false', `password_file ${at('passwords')}`],
    ...[`listener ${BROKER_PORT}`],
    ...[`listener ${SECURE_BROKER_PORT}`, `cafile ${ca}`, `certfile ${certificate}`, `keyfile ${key}`],
  ]
  writeFileSync(at('mosquitto.conf'), `${config.join('\n')}\n`)
  const broker = new Broker(namespace, at('mosquitto.conf'))
  await broker.start()
  return broker
}
