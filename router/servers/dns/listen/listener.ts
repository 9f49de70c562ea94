import type { Clock } from '../../../machine/machine.ts'
import type { Sockets } from '../../../machine/sockets.ts'
import type { Ip } from '../../../values/ip.ts'
import type { Memo } from '../memo.ts'
import type { Serve } from '../serve.ts'
import { listenTcp } from './tcp.ts'
import { listenUdp } from './udp.ts'

/** The resolver's ears: UDP and TCP on one address. */
export interface Listener extends Disposable {
  /** Listen there from now on. Resolves when that works, or has failed for a moment; it is tried until it does. */
  listenOn(ip: Ip | undefined): Promise<void>
  /** Why it is not listening; undefined while it is. */
  readonly deaf: string | undefined
}

/** The address may not be on any link yet: another part of the router is putting it there at the same time. */
const SOON_MS = [5, 10, 20, 40, 80]
const RETRY_MS = 250

export interface ListenerOptions {
  readonly sockets: Sockets
  readonly clock: Clock
  readonly port: number
  /** Others listen in the same place. */
  readonly shared: boolean
  readonly serve: Serve
  readonly memo: Memo
}

export function openListener({ sockets, clock, port, shared, serve, memo }: ListenerOptions): Listener {
  let wanted: Ip | undefined
  let ears: DisposableStack | undefined
  let deaf: string | undefined = 'no address yet'
  let retry: Disposable | undefined
  /** Each attempt has a number; only the newest may have an effect. */
  let newest = 0

  const close = (): void => {
    newest++
    retry?.[Symbol.dispose]()
    ears?.[Symbol.dispose]()
    ears = undefined
  }
  /** Resolves when it listens, or when the first attempts have failed; then it goes on trying. */
  const open = async (ip: Ip): Promise<void> => {
    close()
    const mine = newest
    const later = (): void => {
      retry = clock.after(RETRY_MS, () => void open(ip))
    }
    const failed = (error: Error): void => {
      if (mine !== newest) return
      deaf = `${ip} port ${port}: ${error.message}`
      later()
    }
    for (const wait of [...SOON_MS, undefined]) {
      using stack = new DisposableStack()
      try {
        stack.use(await listenUdp(sockets, { ip, port, shared, serve, memo, failed }))
        stack.use(await listenTcp(sockets, clock, { ip, port, shared, serve, failed }))
        if (mine !== newest) return
        ears = stack.move()
        deaf = undefined
        return
      } catch (error) {
        if (mine !== newest) return
        deaf = `${ip} port ${port}: ${(error as Error).message}`
      }
      if (wait === undefined) return later()
      await new Promise<void>((resolve) => clock.after(wait, resolve))
      if (mine !== newest) return
    }
  }
  return {
    async listenOn(ip) {
      if (ip === wanted) return
      wanted = ip
      if (ip !== undefined) return await open(ip)
      close()
      deaf = 'no address yet'
    },
    get deaf() {
      return deaf
    },
    [Symbol.dispose]: close,
  }
}
