import { lookup } from 'node:dns/promises'
import type { Ip } from '../../values/ip.ts'

export async function lookUp(name: string): Promise<readonly Ip[]> {
  const found = await lookup(name, { family: 4, all: true }).catch(() => [])
  return found.map(({ address }) => address)
}
