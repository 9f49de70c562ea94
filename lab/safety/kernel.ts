import assert from 'node:assert/strict'
import { z } from 'zod'
import { readTable } from '../../router/drivers/nft/listing.ts'
import type { Router } from '../guests/router.ts'
import type { Namespace } from '../home/namespace.ts'
import { until } from '../process/until.ts'

/** The router's state in the kernel, as lines to compare. */
export async function kernelOf({ namespace }: Router): Promise<string[]> {
  const [table, addresses, neighbours, routes, rules] = await Promise.all([
    tableOf(namespace),
    addressesOf(namespace),
    namespace.run(['ip', '-4', 'neighbour', 'show', 'nud', 'permanent']),
    namespace.run(['ip', '-4', 'route', 'show', 'table', 'all']),
    namespace.run(['ip', '-4', 'rule', 'show']),
  ])
  const all = [...table, ...addresses]
  for (const [kind, listing] of Object.entries({ neighbour: neighbours, route: routes, rule: rules }))
    for (const line of listing.split('\n')) if (line.trim() !== '') all.push(`${kind} ${line.trim()}`)
  return all.sort()
}

async function tableOf(namespace: Namespace): Promise<string[]> {
  const nftList = async () => JSON.parse(await namespace.run(['nft', '-j', 'list', 'table', 'inet', 'sallyport']))
  const { chains, sets, elements } = await readTable({ nftList })
  return [
    ...[...chains].map(([name, rules]) => `chain ${name} ${rules}`),
    ...sets.map(({ kind, name, text }) => `${kind} ${name} ${text}`),
    ...elements.map(({ set, key, text }) => `element ${set} ${key} ${text}`),
  ]
}

const Links = z.array(
  z.object({ ifname: z.string(), addr_info: z.array(z.object({ local: z.string(), prefixlen: z.int() })) }),
)

async function addressesOf(namespace: Namespace): Promise<string[]> {
  const links = Links.parse(JSON.parse(await namespace.run(['ip', '-j', '-4', 'address', 'show'])))
  return links.flatMap(({ ifname, addr_info }) =>
    addr_info.map(({ local, prefixlen }) => `address ${ifname} ${local}/${prefixlen}`),
  )
}

/**
 * Hold what many changes have made of the kernel against what a router makes that finds no firewall there: throws where they
 * differ. The router is then running again.
 */
export async function rebuild(router: Router): Promise<void> {
  const kept = await kernelOf(router)
  await router.daemon.stop()
  await router.namespace.run(['nft', 'delete', 'table', 'inet', 'sallyport'])
  await router.start()
  let made: string[] = []
  await until('the rebuilt kernel to be the kept one', async () => {
    made = await kernelOf(router)
    return made.join('\n') === kept.join('\n')
  }).catch(() => assert.deepEqual(kept, made))
}
