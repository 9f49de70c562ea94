import { createInterface } from 'node:readline'
import { DAEMON } from '../../bin/daemon.js'

/** An order to the process, as a line of JSON. */
export type Order =
  | { readonly open: readonly string[]; readonly variables: Readonly<Record<string, string>> }
  /** Answered with a line that begins with `CLOSED`, and the resources that are still open. */
  | 'close'

export const CLOSED = 'closed: '

/** Connections of a router end shortly after it has been closed. */
const SETTLE_MS = 2000
const POLL_MS = 10

if (import.meta.main) await serve()

/**
 * The router's daemon for tests: a process in which another router can be opened when the last one has been closed, which takes a
 * fifth of the processor time of a new process. Reads orders as JSON, one in each line. After a restart of the router, its arguments
 * are those of the program, as for the daemon itself.
 */
async function serve(): Promise<void> {
  const { runRouter }: typeof import('../../router/main.ts') = await import(DAEMON)
  let router: AsyncDisposable | undefined
  const stop = (): void =>
    void Promise.resolve(router?.[Symbol.asyncDispose]()).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  void [process.stdout, process.stderr] // They are opened by their first use.
  const orders = createInterface({ input: process.stdin })
  // What the process has open; `own`: without a router.
  const resources = (): string => process.getActiveResourcesInfo().sort().join()
  const own = resources()

  async function obey(order: Order): Promise<void> {
    if (order !== 'close') {
      router = await runRouter(order.open, { ...process.env, ...order.variables })
      return
    }
    await router?.[Symbol.asyncDispose]()
    router = undefined
    for (let waited = 0; waited < SETTLE_MS && resources() !== own; waited += POLL_MS)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    process.stdout.write(`${CLOSED}${resources() === own ? '' : resources()}\n`)
  }

  const [, , ...args] = process.argv
  if (args.length > 1) await obey({ open: args, variables: {} })
  for await (const line of orders) await obey(JSON.parse(line) as Order)
  process.exit(0)
}
