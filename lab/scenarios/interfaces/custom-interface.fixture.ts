import { after } from 'node:test'
import { PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import { CONTAINERS, openBridge, openContainer } from '../../guests/container.ts'
import type { Home } from '../../home/home.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStage } from '../../home/story.ts'

export const { link, net, first } = CONTAINERS
export const second = '172.18.0.3'
export const LAN_IP = '192.168.2.1'

const resolves = async (from: Namespace): Promise<boolean> =>
  (await from.run(['dig', '+short', '+tries=2', '+time=3', 'www.test', `@${LAN_IP}`]).catch(() => '')).includes(WEB)

/** What a container can reach. */
export async function reachableFrom(
  from: Namespace,
  { laptop, printer }: { laptop: Target; printer: Target },
): Promise<string[]> {
  const all: [string, Promise<boolean>][] = [
    ['internet', from.connects(WEB, 80)],
    ['private host', from.connects(PRIVATE_HOST, 80)],
    ['resolver', resolves(from)],
    ['admin app', from.connects(LAN_IP, 80)],
    ['laptop', from.connects((await laptop.address()) ?? '', 22)],
    ['printer', from.connects((await printer.address()) ?? '', 9100)],
  ]
  const open = await Promise.all(all.map(([, answer]) => answer))
  return all.filter((_, index) => open[index]).map(([name]) => name)
}

export interface Target {
  address(): Promise<string | undefined>
}

export type Rule = Readonly<Record<string, unknown>>
export const ruleOf = (Policies: readonly string[], more: Rule = {}): Rule => ({
  Interface: link,
  SrcIP: net,
  RouteDst: '',
  Policies,
  ...more,
})

/** Calls `act` while a rule exists. */
export async function withRule<T>({ router }: Home, rule: Rule, act: () => Promise<T>): Promise<T> {
  await router.api('/firewall/custom_interface', rule)
  return await act().finally(() => router.api('/firewall/custom_interface', rule, 'DELETE'))
}

/** A home whose router has a bridge with two containers: `container` has the address `first`, `neighbour` the address `second`. */
export async function openContainers() {
  const { home, story } = await openStage({
    laptop: { Policies: ['wan', 'dns'], listens: [22] },
    printer: { wired: true, Policies: [], DeviceTags: ['print'], listens: [9100] },
  })
  const { router, dir } = home
  const open = async (name: string, ip: string): Promise<Namespace> => {
    const machine = await openContainer(router.namespace, name, ip, dir)
    after(() => machine[Symbol.asyncDispose]())
    machine.listen(8000)
    return machine
  }
  await openBridge(router.namespace)
  return { story, home, open, container: await open('box', first), neighbour: await open('other', second) }
}
