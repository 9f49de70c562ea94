import type { Clock } from '../../../machine/machine.ts'
import type { Sockets } from '../../../machine/sockets.ts'
import type { Ip } from '../../../values/ip.ts'
import type { Serve } from '../serve.ts'
import { listenTcp } from './tcp.ts'
import { listenUdp } from './udp.ts'

/** The resolver's ears: UDP and TCP on one address. */
export interface Listener extends Disposable {
  /** Listen there from now on. Resolves after the first attempt; where it failed, it is repeated until it works. */
  listenOn(ip: Ip | undefined): Promise<void>
  /** Why nothing is heard; undefined while something is. */
  readonly deaf: string | undefined
}

/** The address may not be on any link yet. */
const RETRY_MS = 250

export function openListener(sockets: Sockets, clock: Clock, port: number, serve: Serve): Listener {
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
  const open = async (ip: Ip): Promise<void> => {
    close()
    const mine = newest
    using stack = new DisposableStack()
    const failed = (error: Error): void => {
      if (mine !== newest) return
      deaf = `${ip} port ${port}: ${error.message}`
      retry = clock.after(RETRY_MS, () => void open(ip))
    }
    try {
      stack.use(await listenUdp(sockets, ip, port, serve, failed))
      stack.use(await listenTcp(sockets, clock, ip, port, serve, failed))
      if (mine !== newest) return
      ears = stack.move()
      deaf = undefined
    } catch (error) {
      failed(error as Error)
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
