import { z } from 'zod'
import type { LinkState } from '../machine.ts'
import { run, spawn } from './process.ts'

const IpLink = z.object({
  ifname: z.string(),
  ifindex: z.number(),
  address: z.string().optional(),
  flags: z.array(z.string()),
})

/** Every link but the loopback one. `LOWER_UP` is the kernel's word for a carrier. */
export async function readLinks(): Promise<readonly LinkState[]> {
  const links = z.array(IpLink).parse(JSON.parse(await run(['ip', '-j', 'link', 'show'])))
  return links
    .filter(({ flags }) => !flags.includes('LOOPBACK'))
    .map(({ ifname, ifindex, address, flags }) => ({
      name: ifname,
      index: ifindex,
      mac: address ?? '00:00:00:00:00:00',
      up: flags.includes('UP') && flags.includes('LOWER_UP'),
    }))
}

/** Debounce time: changes come in bursts (creating a link reports four of them). */
const QUIET_MS = 20
const RESTART_MS = 1000

export function watchLinks(changed: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      changed()
    }, QUIET_MS)
  }
  const start = () => {
    const monitor = spawn(['ip', '-o', 'monitor', 'link'], { onLine: soon })
    // Whatever ended it, something may have been missed.
    monitor.exited.then(() => {
      if (closed) return
      setTimeout(() => {
        if (!closed) child = start()
      }, RESTART_MS).unref()
      soon()
    })
    return monitor
  }
  let child = start()
  return {
    [Symbol.dispose]() {
      closed = true
      clearTimeout(timer)
      child[Symbol.dispose]()
    },
  }
}
