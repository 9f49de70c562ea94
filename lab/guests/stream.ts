import type { Namespace } from '../home/namespace.ts'
import { until } from '../process/until.ts'

/** A TCP connection to an echoing port, kept open while the rules around it change. */
export interface Stream extends AsyncDisposable {
  /** Whether bytes that are sent now are echoed within the time, which is long enough for a busy machine. */
  flows(timeoutMs?: number): Promise<boolean>
  /** Whether bytes that are sent now are not echoed during the time, or the connection has ended. */
  stalls(timeoutMs?: number): Promise<boolean>
}

let words = 0

export async function openStream(namespace: Namespace, ip: string, port: number): Promise<Stream> {
  const nc = namespace.start(['busybox', 'nc', '-w', '2', ip, String(port)])
  const isEchoed = async (timeoutMs: number): Promise<boolean> => {
    const word = `word${++words}`
    nc.write(`${word}\n`)
    await until('an echo', () => nc.lines.includes(word) || !nc.running, timeoutMs).catch(() => {})
    return nc.lines.includes(word)
  }
  const stream: Stream = {
    flows: (timeoutMs = 5000) => isEchoed(timeoutMs),
    stalls: async (timeoutMs = 1500) => !(await isEchoed(timeoutMs)),
    [Symbol.asyncDispose]: () => nc.stop(),
  }
  if (!(await stream.flows())) throw new Error(`no stream from ${namespace.name} to ${ip}:${port}`)
  return stream
}
