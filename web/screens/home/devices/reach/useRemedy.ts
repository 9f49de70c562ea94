import { firewall } from '../../../../../router/model/firewall/config/contract.ts'
import { explain } from '../../../../../router/model/firewall/explain/contract.ts'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { groups } from '../../../../../router/model/home/groups/contract.ts'
import type { NumberedPort } from '../../../../../router/model/machine/services/service.ts'
import { changesOf } from '../../../../client/changes.ts'
import { call } from '../../../../client/client.ts'
import { freeName } from '../../../../parts/values/name.ts'
import type { ShownDevice } from '../entry.ts'
import { endpointsByTag, endpointsFor, type Remedy, tagFor, tagNamed } from './remedy.ts'
import type { Aim } from './service.ts'

/** The two devices to connect, and the ports to open. */
export interface Case {
  readonly from: ShownDevice
  readonly to: { readonly ip: string; readonly name: string; readonly entry: ShownDevice | undefined }
  readonly aim: Aim
  /** In words. */
  readonly what: string
  /** The ports that it takes. */
  readonly ports: readonly NumberedPort[]
  /** The group that both would share. */
  readonly group: string
  /** The tag that lets it through now. */
  readonly tag: string | undefined
  readonly all: readonly ShownDevice[]
}

const useChange = changesOf(devices.list, groups.list, firewall.config, explain.packet)

/** Permits a connection, or removes that permission; earlier explanations are fetched again. */
export const useRemedy = (of: Case) => useChange((remedy: Remedy) => ACTS[remedy](of))

/** Removes a permission that a device has by a tag. */
export const useTakeBack = (from: ShownDevice, all: readonly ShownDevice[]) =>
  useChange((tag: string) => takeBack(from, tag, all))

const update = (identity: string, body: { DeviceTags?: string[]; Policies?: string[] }) =>
  call(devices.update, { query: { identity }, body })

const ACTS: Readonly<Record<Remedy, (of: Case) => Promise<unknown>>> = {
  async endpoint({ from: { identity, device }, to, aim, what, ports, all }) {
    const { Endpoints } = await call(firewall.config)
    const taken = [...Endpoints.flatMap(({ Tags }) => Tags), ...all.flatMap((one) => one.device.DeviceTags)]
    const made = tagFor(Endpoints, to.ip, ports)
    const tag = made ?? freeName(tagNamed(to.name, aim, ports), taken)
    if (made === undefined)
      for (const body of endpointsFor(tag, to.ip, what, ports)) await call(firewall.addEndpoint, { body })
    // The tag comes last: nothing is open before all of it is.
    await update(identity, { DeviceTags: [...device.DeviceTags, tag] })
  },
  group: ({ from, to, group }) =>
    to.entry
      ? call(devices.updateMany, { body: { Identities: [from.identity, to.entry.identity], Groups: [group] } })
      : Promise.resolve(),
  wan: ({ from: { identity, device } }) => update(identity, { Policies: [...device.Policies, 'wan'] }),
  lift: ({ from, tag, all }) => (tag === undefined ? Promise.resolve() : takeBack(from, tag, all)),
}

/** Takes the tag from the device, which closes all of it, and its endpoints away with the last device that had it. */
async function takeBack({ identity, device }: ShownDevice, tag: string, all: readonly ShownDevice[]): Promise<void> {
  await update(identity, { DeviceTags: device.DeviceTags.filter((one) => one !== tag) })
  if (all.some((one) => one.identity !== identity && one.device.DeviceTags.includes(tag))) return
  const { Endpoints } = await call(firewall.config)
  for (const { RuleName } of endpointsByTag(Endpoints).get(tag) ?? [])
    await call(firewall.removeEndpoint, { body: { RuleName } })
}
