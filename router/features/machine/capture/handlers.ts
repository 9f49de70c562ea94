import type { Core } from '../../../core.ts'
import { CommandFailed, Forbidden, Invalid, Locked } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { capture } from '../../../model/machine/capture/contract.ts'
import { type CaptureScope, type CaptureWish, tcpdumpFor } from '../../../model/machine/capture/wish.ts'
import { ByteStream, type Caller, type Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { wholePackets } from '../../../wire/pcap.ts'
import { scopeOfDevice } from './device.ts'

const EVERY_LINK = 'any'

interface Deps extends Pick<Core, 'facts' | 'apiPorts' | 'network'> {
  readonly machine: Pick<Machine, 'stream' | 'clock'>
}

export function captureHandlers({ machine, facts, apiPorts, network }: Deps): Handlers<typeof capture> {
  /** Who captures now: plugins by name, and the owner as the empty name. */
  const busy = new Set<string>()

  function scopeOf({ Interface, Device, Host }: CaptureWish, { address, plugin }: Caller): CaptureScope {
    if (Device !== undefined) return scopeOfDevice(Device, facts, network(), apiPorts())
    if (plugin !== undefined) throw new Forbidden(phrase('machine.pluginCaptureNeedsDevice'))
    const link = Interface ?? EVERY_LINK
    if (link !== EVERY_LINK && !facts.links.has(link)) throw new Invalid(phrase('field.linkUnknown', link), 'Interface')
    // Calls from the router's own console use no link.
    const except = address.startsWith('127.') ? undefined : { addresses: [address], ports: apiPorts() }
    return { link, host: Host, except }
  }

  return {
    async capture({ body, caller }) {
      const { Seconds, Bytes } = body
      const scope = scopeOf(body, caller)
      const { plugin = '' } = caller
      if (busy.has(plugin)) throw new Locked(phrase('machine.captureRunning'), 1)
      busy.add(plugin)
      const output = machine.stream(tcpdumpFor(body, scope))
      const deadline = machine.clock.after(Seconds * 1000, () => output[Symbol.dispose]())
      let isOver = false
      const end = (): void => {
        if (isOver) return
        isOver = true
        deadline[Symbol.dispose]()
        output[Symbol.dispose]()
        busy.delete(plugin)
      }
      try {
        const chunks = bounded(output, Bytes)
        // tcpdump writes the file header when it starts to capture; until then it may still fail.
        const { value: head, done } = await chunks.next()
        if (done) throw new Invalid(phrase('machine.captureEndedEarly'))
        return new ByteStream(following(head, chunks), { end })
      } catch (error) {
        end()
        if (!(error instanceof CommandFailed)) throw error
        throw new Invalid(phrase('machine.captureFailed', error.stderr.trim() || 'tcpdump gave no reason'))
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
