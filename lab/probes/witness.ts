import type { Namespace } from '../home/namespace.ts'

/** Counts the packets that arrive at a machine and match. */
export interface Witness extends AsyncDisposable {
  packets(): Promise<number>
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
  return {
    async packets() {
      const { nftables } = JSON.parse(
        await namespace.run(['nft', '-j', 'list', 'counters', 'table', ...table.split(' ')]),
      )
      return nftables.find((item: { counter?: { packets: number } }) => item.counter)?.counter.packets ?? 0
    },
    async [Symbol.asyncDispose]() {
      await namespace.run(['nft', 'delete', 'table', ...table.split(' ')])
    },
  }
}
