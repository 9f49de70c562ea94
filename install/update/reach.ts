import { Resolver } from 'node:dns/promises'
import { connect } from 'node:net'

/**
 * A program that runs as a device of the household, in a separate network: prints as JSON what answers it. Any answer counts, since it
 * has passed the router in both directions: a DNS response of any kind, and a refused connection.
 */

const WAIT_MS = 3000

const isSilence = (error: unknown): boolean =>
  ['ETIMEOUT', 'ETIMEDOUT', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )

/** Whether the resolver of the router responds. */
async function dns(router: string, name: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: WAIT_MS, tries: 2 })
  resolver.setServers([router])
  return await resolver.resolve4(name).then(
    () => true,
    (error: unknown) => !isSilence(error),
  )
}

/** Whether a host beyond the router responds to a TCP connection. */
const tcp = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: WAIT_MS })
    const end = (answers: boolean): void => {
      socket.destroy()
      resolve(answers)
    }
    socket.on('connect', () => end(true))
    socket.on('timeout', () => end(false))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => end(code === 'ECONNREFUSED'))
  })

const [router = '', name = '', ...targets] = process.argv.slice(2)
const [answersDns, ...answersTcp] = await Promise.all([
  dns(router, name),
  ...targets.map((target) =>
    tcp(target.slice(0, target.lastIndexOf(':')), Number(target.slice(target.lastIndexOf(':') + 1))),
  ),
])
process.stdout.write(`${JSON.stringify({ dns: answersDns, internet: answersTcp.some(Boolean) })}\n`)
process.exit(0)
