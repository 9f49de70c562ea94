import { phraseOrText } from '../../../errors.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import type { Sockets } from '../../../machine/sockets.ts'
import { type PhraseJson, phrase } from '../../../phrases/phrase.ts'
import { type Ip, numberToIp } from '../../../values/ip.ts'
import { datagramLimit } from '../../../wire/dns/reply.ts'
import type { ResponseCache } from '../responsecache.ts'
import type { Serve } from '../serve.ts'
import { listenTcp } from './tcp.ts'

/** Listens on UDP and TCP of one address. */
interface DnsListener extends Disposable {
  /** Listens on this address only. Resolves when it does, or after the first attempts have failed; it retries until it does. */
  listenOn(ip: Ip | undefined): Promise<void>
  /** The reason; undefined while it listens. */
  readonly notListening: PhraseJson | undefined
}

/** The address may not be on a link yet: another driver sets it at the same time. */
const SOON_MS = [5, 10, 20, 40, 80]
const RETRY_MS = 250

const NO_ADDRESS = phrase('dns.noAddressYet').toJSON()

interface ListenerOptions {
  readonly sockets: Sockets
  readonly clock: MonotonicClock
  readonly port: number
  /** Other threads listen on the same address and port. */
  readonly shared: boolean
  readonly serve: Serve
  readonly responses: ResponseCache
}

export function openDnsListener({ sockets, clock, port, shared, serve, responses }: ListenerOptions): DnsListener {
  let address: Ip | undefined
  let listening: DisposableStack | undefined
  let notListening: PhraseJson | undefined = NO_ADDRESS
  let retry: Disposable | undefined
  /** The number of the newest attempt; older ones have no effect. */
  let newest = 0

  const close = (): void => {
    newest++
    retry?.[Symbol.dispose]()
    listening?.[Symbol.dispose]()
    listening = undefined
  }
  /** Resolves when it listens, or after the first attempts have failed; then it retries. */
  const open = async (ip: Ip): Promise<void> => {
    close()
    const mine = newest
    const later = (): void => {
      retry = clock.after(RETRY_MS, () => void open(ip))
    }
    const failed = (error: Error): void => {
      if (mine !== newest) return
      notListening = phrase('dns.addressNotListening', ip, port, error.message).toJSON()
      later()
    }
    for (const wait of [...SOON_MS, undefined]) {
      using stack = new DisposableStack()
      try {
        stack.use(await listenUdp(sockets, { ip, port, shared, serve, responses, failed }))
        stack.use(await listenTcp(sockets, clock, { ip, port, shared, serve, failed }))
        if (mine !== newest) return
        listening = stack.move()
        notListening = undefined
        return
      } catch (error) {
        if (mine !== newest) return
        notListening = phrase('dns.addressNotListening', ip, port, phraseOrText(error)).toJSON()
      }
      if (wait === undefined) return later()
      await new Promise<void>((resolve) => clock.after(wait, resolve))
      if (mine !== newest) return
    }
  }
  return {
    async listenOn(ip) {
      if (ip === address) return
      address = ip
      if (ip !== undefined) return await open(ip)
      close()
      notListening = NO_ADDRESS
    },
    get notListening() {
      return notListening
    },
    [Symbol.dispose]: close,
  }
}

interface UdpOptions {
  readonly ip: Ip
  readonly port: number
  readonly shared: boolean
  readonly serve: Serve
  readonly responses: ResponseCache
  readonly failed: (error: Error) => void
}

/** Answers queries over UDP, from the response cache or through the stages. */
async function listenUdp(sockets: Sockets, options: UdpOptions): Promise<Disposable> {
  const { serve, responses, ...rest } = options
  const socket = await sockets.openQuestions(rest)
  const textOf = openTexts()
  socket.onQuestions((buffer, at, length, ip, port, now) => {
    // A response cannot be sent to port 0.
    if (port === 0) return 0
    const repeated = responses.repeat(buffer, at, length, ip, port, now)
    if (repeated > 0) return repeated
    const reply = serve(Buffer.from(buffer.subarray(at, at + length)), textOf(ip), datagramLimit, port, responses)
    if (reply instanceof Promise) void reply.then((later) => socket.send(later, ip, port))
    else if (reply) return reply.copy(buffer, at)
    return 0
  })
  return socket
}

/** Cached addresses: more than a home has. */
const MOST_TEXTS = 4_096

/** Formats addresses; the same string for the same address makes look-ups in Maps faster. */
function openTexts(): (ip: number) => Ip {
  const texts = new Map<number, Ip>()
  return (ip) => {
    let text = texts.get(ip)
    if (text === undefined) {
      if (texts.size === MOST_TEXTS) texts.clear()
      text = numberToIp(ip)
      texts.set(ip, text)
    }
    return text
  }
}
