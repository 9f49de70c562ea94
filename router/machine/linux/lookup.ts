import { lookup } from 'node:dns/promises'

/** The IPv4 addresses of a name, by the resolver of the machine. None if it does not exist or the resolver does not answer. */
export async function lookUpSystem(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, family: 4 }).catch(() => [])
  return found.map(({ address }) => address)
}
