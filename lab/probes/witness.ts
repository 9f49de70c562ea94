import type { Namespace } from '../home/namespace.ts'

/** Counts the packets that arrive at a machine and match, and their bytes. */
export interface Witness extends AsyncDisposable {
  packets(): Promise<number>
  bytes(): Promise<number>
}

interface Count {
  readonly packets: number
  readonly bytes: number
}

let witnesses = 0

/** What a router lets in passes the end of this hook; what it refuses does not. */
export const LET_IN = 'input priority 300'

/** `match` is an nftables expression, such as `ip saddr 192.168.2.6`. Sees arrivals before any other rule, unless a hook is given. */
export async function openWitness(
  namespace: Namespace,
  match: string,
  hook = 'prerouting priority -500',
): Promise<Witness> {
  const table = `inet witness${++witnesses}`
  await namespace.run(['nft', '-f', '-'], {
    input: `table ${table} {
      counter seen { }
      chain arrivals { type filter hook ${hook}; ${match} counter name seen; }
    }`,
  })
  const counted = async (): Promise<Count> => {
    const { nftables } = JSON.parse(
      await namespace.run(['nft', '-j', 'list', 'counters', 'table', ...table.split(' ')]),
    ) as { nftables: { counter?: Count }[] }
    return nftables.find(({ counter }) => counter)?.counter ?? { packets: 0, bytes: 0 }
  }
  return {
    packets: async () => (await counted()).packets,
    bytes: async () => (await counted()).bytes,
    async [Symbol.asyncDispose]() {
      await namespace.run(['nft', 'delete', 'table', ...table.split(' ')])
    },
  }
}
