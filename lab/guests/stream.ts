import type { Namespace } from '../home/namespace.ts'
import { until } from '../process/until.ts'

/** A TCP connection to an echoing port, kept open while the rules around it change. */
export interface Stream extends AsyncDisposable {
  /** Whether bytes that are sent now are echoed within the time. */
  flows(timeoutMs?: number): Promise<boolean>
}

let words = 0

export async function openStream(namespace: Namespace, ip: string, port: number): Promise<Stream> {
  const nc = namespace.start(['busybox', 'nc', '-w', '2', ip, String(port)])
  const stream: Stream = {
    async flows(timeoutMs = 1500) {
      const word = `word${++words}`
      nc.write(`${word}\n`)
      return await until('an echo', () => nc.lines.includes(word), timeoutMs).catch(() => false)
    },
    [Symbol.asyncDispose]: () => nc.stop(),
  }
  if (!(await stream.flows(3000))) throw new Error(`no stream from ${namespace.name} to ${ip}:${port}`)
  return stream
}
