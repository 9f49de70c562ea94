import { CommandFailed, Invalid, Locked } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import { wholePackets } from '../../wire/pcap.ts'
import { ByteStream, type Caller, type Handlers } from '../operation.ts'
import type { capture } from './contract.ts'
import { type OwnCall, tcpdumpFor } from './wish.ts'

const EVERY_LINK = 'any'

interface Deps {
  readonly machine: Pick<Machine, 'stream' | 'clock'>
  readonly facts: Facts
  /** The TCP ports of the API. */
  readonly apiPorts: () => readonly string[]
}

export function captureHandlers({ machine, facts, apiPorts }: Deps): Handlers<typeof capture> {
  let isBusy = false

  /** Calls from the router's own console use no link. */
  const ownCall = ({ address }: Caller): OwnCall | undefined =>
    address.startsWith('127.') ? undefined : { address, ports: apiPorts() }

  return {
    async capture({ body, caller }) {
      const { Interface, Seconds, Bytes } = body
      if (Interface !== EVERY_LINK && !facts.links.has(Interface))
        throw new Invalid(`no such link: ${Interface}`, 'Interface')
      if (isBusy) throw new Locked('Another capture is running. Try again when it has ended.', 1)
      isBusy = true
      const output = machine.stream(tcpdumpFor(body, ownCall(caller)))
      const deadline = machine.clock.after(Seconds * 1000, () => output[Symbol.dispose]())
      const end = (): void => {
        deadline[Symbol.dispose]()
        output[Symbol.dispose]()
        isBusy = false
      }
      try {
        const chunks = bounded(output, Bytes)
        // tcpdump writes the file header when it starts to capture; until then it may still fail.
        const { value: head, done } = await chunks.next()
        if (done) throw new Invalid('Cannot capture on this link: tcpdump ended before it started to capture.')
        return new ByteStream(following(head, chunks), { end })
      } catch (error) {
        end()
        if (!(error instanceof CommandFailed)) throw error
        throw new Invalid(`Cannot capture on this link: ${error.stderr.trim() || 'tcpdump gave no reason'}`)
      }
    },
  }
}

async function* bounded(output: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array, undefined> {
  const packets = wholePackets(limit)
  for await (const chunk of output) {
    const whole = packets.take(chunk)
    if (whole.length > 0) yield whole
    if (packets.isFull) return
  }
}

async function* following(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield head
  yield* rest
}
