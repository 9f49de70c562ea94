import { ANSWER_PORTS } from '../../model/firewall/multicast/settings.ts'
import type { Ip } from '../../values/ip.ts'
import type { Mac } from '../../values/mac.ts'

/** Open questions of one device. A computer has one for each program that searches. */
const MOST_PER_DEVICE = 16

/** A socket that waits for unicast answers: a device, its address and UDP port, and the group that it has asked. */
export interface Asker {
  readonly mac: Mac
  readonly ip: Ip
  readonly port: number
  /** `group:port` */
  readonly group: string
}

export interface ForwardedQuestion extends Asker {
  /** The devices that have received it. */
  readonly asked: ReadonlySet<Mac>
}

/** Questions that were forwarded and may still be answered, by the router's UDP port that receives their answers. In memory. */
export interface ForwardedQuestions {
  /**
   * The port of the router for answers to a question that these devices receive, for `ms` milliseconds from now. The same question
   * again has the same port. A new one takes the port of the device's oldest question if it has 16. Undefined if no port is free.
   */
  readonly open: (asker: Asker, asked: Iterable<Mac>, ms: number) => number | undefined
  /** The question whose answers this port receives now. */
  readonly at: (port: number) => ForwardedQuestion | undefined
  readonly forget: (mac: Mac) => void
}

interface Stored extends Asker {
  readonly asked: Set<Mac>
  expiresAt: number
}

export function openQuestions({ now }: { readonly now: () => number }): ForwardedQuestions {
  const byPort = new Map<number, Stored>()
  /** The ports of each device, the oldest first. */
  const owned = new Map<Mac, Set<number>>()
  let next = ANSWER_PORTS.first

  const at = (port: number): Stored | undefined => {
    const question = byPort.get(port)
    if (!question || now() < question.expiresAt) return question
    close(port)
    return undefined
  }

  const close = (port: number): void => {
    const question = byPort.get(port)
    if (!question) return
    byPort.delete(port)
    const ports = owned.get(question.mac)
    ports?.delete(port)
    if (ports?.size === 0) owned.delete(question.mac)
  }

  /** Ports are used one after another: a late answer to a question that is over finds no other one at its port. */
  const freePort = (): number | undefined => {
    for (let left = ANSWER_PORTS.last - ANSWER_PORTS.first; left >= 0; left--) {
      const port = next
      next = port === ANSWER_PORTS.last ? ANSWER_PORTS.first : port + 1
      if (!at(port)) return port
    }
    return undefined
  }

  const portOf = ({ mac, ip, port, group }: Asker): number | undefined => {
    const own = [...(owned.get(mac) ?? [])].filter(at)
    const same = own.find((one) => {
      const question = byPort.get(one)!
      return question.ip === ip && question.port === port && question.group === group
    })
    if (same === undefined && own.length >= MOST_PER_DEVICE) close(own[0]!)
    return same ?? freePort()
  }

  return {
    at,
    open(asker, asked, ms) {
      const port = portOf(asker)
      if (port === undefined) return undefined
      const question = byPort.get(port) ?? { ...asker, asked: new Set(), expiresAt: 0 }
      question.expiresAt = Math.max(question.expiresAt, now() + ms)
      for (const mac of asked) question.asked.add(mac)
      byPort.set(port, question)
      owned.set(asker.mac, (owned.get(asker.mac) ?? new Set()).add(port))
      return port
    },
    forget(mac) {
      for (const port of [...(owned.get(mac) ?? [])]) close(port)
    },
  }
}
