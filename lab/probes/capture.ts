import { join } from 'node:path'
import type { Namespace } from '../home/namespace.ts'

/** A packet capture of everything one machine sends and receives. */
export interface Capture extends AsyncDisposable {
  readonly file: string
}

/** undefined where the kernel gives us no real root: tcpdump insists on giving up its rights, and cannot there. */
export async function openCapture(namespace: Namespace): Promise<Capture | undefined> {
  const file = join(namespace.dir, 'capture.pcap')
  // A ring of two files limits the disk space.
  const tcpdump = namespace.start([
    'tcpdump',
    '-Z',
    'root',
    '-i',
    'any',
    '-n',
    '-U',
    '--immediate-mode',
    '-s',
    '256',
    '-C',
    '16',
    '-W',
    '2',
    '-w',
    file,
  ])
  const listening = await tcpdump.line('listening on').catch(() => undefined)
  if (listening === undefined || !tcpdump.running) return undefined
  return { file, [Symbol.asyncDispose]: () => tcpdump.stop() }
}
