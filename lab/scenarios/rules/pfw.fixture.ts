import { ECHO_PORT, HOSTS, WEB } from '../../guests/addresses.ts'
import type { Stream } from '../../guests/stream.ts'
import { openStage } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

export interface Entry {
  readonly Id: string
  readonly Holds: boolean
  readonly HoldsUntil: number
}

/** Until packets of an open connection do not pass any more: connections end right after new ones are refused. */
export const untilClosed = (stream: Stream): Promise<unknown> => until('a closed connection', () => stream.stalls(500))

/** A home with rules for the phone of a child. */
export async function openPfw() {
  const { home, story } = await openStage(
    {
      phone: { Policies: ['wan', 'dns', 'lan'], DeviceTags: ['kids', 'persona:kids'] },
      laptop: { Policies: ['wan', 'dns', 'lan'] },
      camera: { Policies: ['dns'] },
      tv: { Policies: ['wan'] },
      printer: { wired: true, Policies: [], listens: [9100] },
    },
    { minuteMs: 1000 },
  )
  const { router, phone } = home
  return {
    home,
    story,
    add: async (rule: object): Promise<Entry> => (await router.api('/plugins/pfw/rules', rule)) as unknown as Entry,
    remove: (id: string) => router.api(`/plugins/pfw/rules/${id}`, undefined, 'DELETE'),
    rules: async (): Promise<Entry[]> => (await router.api('/plugins/pfw/rules')) as unknown as Entry[],
    async explained(port = ECHO_PORT): Promise<string> {
      const from = encodeURIComponent(phone.mac)
      return ((await router.api(`/explain?from=${from}&to=${HOSTS[0]}&port=${port}`)) as { Text: string }).Text
    },
    /** Until the phone can or cannot open a connection. */
    untilPhone: (reaches: boolean): Promise<unknown> =>
      until(
        `a phone ${reaches ? 'with' : 'without'} internet`,
        async () => (await phone.reaches(HOSTS[1]!, ECHO_PORT)) === reaches,
      ),
    /** A download to the phone from a separate server, which cannot be used again after a client has vanished. */
    async openDownload(port: number) {
      const server = home.internet.namespace.start(['iperf3', '--server', '--bind', WEB, '--port', String(port)])
      const client = () =>
        phone.namespace.start(['iperf3', '-c', WEB, '-p', String(port), '-R', '-t', '60', '-b', '20M'])
      const arrived = await openWitness(phone.namespace, `ip saddr ${WEB} tcp sport ${port}`)
      let running = client()
      await until('a download', async () => {
        if ((await arrived.packets()) > 20) return true
        running = client()
        return false
      })
      return {
        packets: arrived.packets,
        bytes: arrived.bytes,
        async [Symbol.asyncDispose]() {
          await running.stop()
          await server.stop()
          await arrived[Symbol.asyncDispose]()
        },
      }
    },
  }
}
