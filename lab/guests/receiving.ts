import { fileURLToPath } from 'node:url'
import type { Authority } from '../home/authority.ts'
import type { Home } from '../home/home.ts'
import type { Namespace } from '../home/namespace.ts'
import { until } from '../process/until.ts'
import { RECEIVER_HOSTS, RECEIVERS } from './addresses.ts'

const PROGRAM = fileURLToPath(new URL('receivers.ts', import.meta.url))

/** A message that arrived: an HTTP request, whose body is in base64, or an e-mail. */
export interface Received {
  readonly host: string
  readonly path: string
  /** Of the response; 0 if there is none. Undefined for an e-mail. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly raw: string
  readonly to: readonly string[]
  readonly isEncrypted: boolean
  /** The name that the sender of an e-mail has given (EHLO). */
  readonly ehlo?: string
}

/** Receivers of alerts, and the messages that they have accepted. */
export interface Receivers {
  /** Those to a host; a line may arrive after the response. */
  accepted(host: string, path?: string): Received[]
  /** Waits for the first message to a host. */
  first(host: string): Promise<Received>
}

/** Starts receivers on a machine: with a certificate, those of `receivers.ts` over TLS, otherwise webhooks over HTTP. */
export async function startReceivers(
  namespace: Namespace,
  address: string,
  keys?: Pick<Authority, 'certificate' | 'key'>,
): Promise<Receivers> {
  const given = keys ? [keys.certificate, keys.key] : []
  const program = namespace.start([process.execPath, PROGRAM, address, ...given])
  await program.line('ready')
  const accepted = (host: string, path = ''): Received[] =>
    program.lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Received)
      .filter((one) => one.host === host && (path === '' || one.path === path) && isSuccess(one))
  return { accepted, first: (host) => until(`a message to ${host}`, () => accepted(host)[0]) }
}

const isSuccess = ({ status = 200 }: Received): boolean => status >= 200 && status < 300

/** Starts the receivers of the internet, under their names. */
export async function openReceivers({ internet, authority }: Home): Promise<Receivers> {
  await internet.namespace.ip(`addr add ${RECEIVERS}/32 dev lo`)
  for (const host of RECEIVER_HOSTS) await internet.names.lead(host, RECEIVERS)
  return await startReceivers(internet.namespace, RECEIVERS, authority)
}

/** The JSON of a request. */
export const jsonOf = ({ body }: Received) =>
  JSON.parse(Buffer.from(body, 'base64').toString()) as Record<string, unknown>
