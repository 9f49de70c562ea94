import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { devices } from '../../../model/home/devices/contract.ts'
import {
  type Device,
  isIdentity,
  isPending,
  keyOfDevice,
  maskedDevice,
  ONE_AT_A_TIME,
  PENDING,
} from '../../../model/home/devices/device.ts'
import { generatePassphrase } from '../../../model/home/devices/passphrase.ts'
import {
  copying,
  extend,
  groupsOf,
  knownIdentity,
  policiesOf,
  type Revision,
  resolverOf,
  revise,
  tagsOf,
} from '../../../model/home/devices/revise.ts'
import type { DeviceUpdate } from '../../../model/home/devices/update.ts'
import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { emptyGroup } from '../../../model/home/groups/group.ts'
import { type Handlers, JsonText } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import type { Rows } from '../../../store/table.ts'
import { checkPlainAnswer, type Probe } from '../../dns/resolvers/trial.ts'
import { announceDeleted, announceDevice } from './announce.ts'
import { followDevice } from './follow.ts'
import { forget } from './forget.ts'

const MOST_PENDING = 16

export function deviceHandlers(
  { facts, change, bus, clock }: Pick<Core, 'facts' | 'change' | 'bus' | 'clock'>,
  probe: Probe,
): Handlers<typeof devices> {
  const deps = { facts, bus }
  const list = openDeviceList(facts.devices)

  const removeAll = async (identities: readonly string[]): Promise<Device[]> => {
    let gone: Device[] = []
    await change((draft) => {
      gone = forget(draft, identities)
    })
    for (const device of gone) announceDeleted(deps, device)
    return gone
  }

  return {
    list,

    read: ({ query }) => facts.devices.get(knownIdentity(query.identity, 'identity')) ?? unknownDevice(query.identity),

    async update({ query, body }) {
      const identity = knownIdentity(query.identity, 'identity')
      if (!isIdentity(identity)) throw new Invalid(phrase('home.deviceIdentity'), 'identity')
      if (query.test !== 'false') {
        const had = facts.devices.get(identity)?.DNSCustom ?? ''
        const given = resolverOf(body.DNSCustom, had)
        if (given !== '' && given !== had) await checkPlainAnswer({ facts, probe }, given, 'DNSCustom')
      }
      let before: Device | undefined
      let revision: Revision | undefined
      await change((draft) => {
        const update = query.copy ? copying(body, sourceOf(draft, query.copy)) : body
        before = isAnew(identity, update) ? undefined : draft.devices.get(identity)
        const nets = tinyNets(draft.setting('subnet'))
        revision = revise(before, update, { identity, nets, now: clock.now(), passphrase: generatePassphrase })
        refusePending(draft, identity, revision.device)
        refuseTaken(facts, draft.devices.get(identity), revision.device)
        put(draft, identity, revision.device)
        // The preshared key belongs to the former key.
        if (before?.WGPubKey && before.WGPubKey !== revision.device.WGPubKey) draft.peers.remove(before.WGPubKey)
        followDevice(draft, before?.RecentIP ?? '', revision.device.RecentIP)
      })
      const { device, generated } = revision!
      announceDevice(deps, before, device)
      return generated ? device : maskedDevice(device)
    },

    async remove({ query }) {
      const gone = await removeAll([knownIdentity(query.identity, 'identity')])
      if (gone.length === 0) unknownDevice(query.identity)
    },

    async removeMany({ body }) {
      const gone = await removeAll(identitiesOf(body, 'body'))
      return { deleted: gone.map(keyOfDevice), count: gone.length }
    },

    async updateMany({ body }) {
      const Policies = policiesOf(body.Policies ?? [])
      const refused = Policies.find((policy) => ONE_AT_A_TIME.includes(policy))
      if (refused) throw new Invalid(phrase('home.notSettableInBulk', refused), 'Policies')
      const more = { Groups: groupsOf(body.Groups ?? []), DeviceTags: tagsOf(body.Tags ?? [], 'Tags'), Policies }
      const changed = new Map<string, { before: Device; after: Device }>()
      await change((draft) => {
        for (const identity of identitiesOf(body.Identities, 'Identities')) {
          const before = draft.devices.get(identity)
          if (!before) continue
          const after = extend(before, more)
          put(draft, identity, after)
          changed.set(identity, { before, after })
        }
      })
      for (const { before, after } of changed.values()) announceDevice(deps, before, after)
      return { updated: [...changed.keys()], count: changed.size }
    },

    pending: () => facts.devices.has(PENDING),
  }
}

/** Identities without duplicates. Throws `Invalid`. */
const identitiesOf = (texts: readonly string[], field: string): string[] => [
  ...new Set(texts.map((text) => knownIdentity(text, field))),
]

const unknownDevice = (identity: string): never => {
  throw new NotFound(phrase('home.noDeviceWith', JSON.stringify(identity)))
}

/** Requesting a pending device replaces the one with this identity completely. */
const isAnew = (identity: string, update: DeviceUpdate): boolean => isPending(identity) && Boolean(update.PSKEntry)

/** A station may have to try the passphrase of each pending device, and must not find the same one twice. */
function refusePending(draft: Draft, identity: string, { PSKEntry }: Device): void {
  if (!isPending(identity)) return
  const others = [...draft.devices.rows()].filter(([other]) => isPending(other) && other !== identity)
  if (others.length >= MOST_PENDING) throw new Invalid(phrase('home.pendingDevicesFull', MOST_PENDING), 'identity')
  if (others.some(([, other]) => other.PSKEntry.Psk === PSKEntry.Psk))
    throw new Invalid(phrase('home.pendingPassphraseTaken'), 'PSKEntry.Psk')
}

function sourceOf(draft: Draft, identity: string): Device {
  const source = draft.devices.get(knownIdentity(identity, 'copy'))
  if (!source) throw new Invalid(phrase('home.identityUnknown', JSON.stringify(identity)), 'copy')
  return source
}

function refuseTaken({ devices }: Facts, had: Device | undefined, device: Device): void {
  const owner = devices.by('RecentIP', device.RecentIP)
  if (owner && owner !== had)
    throw new Invalid(phrase('home.addressTaken', device.RecentIP, owner.Name || keyOfDevice(owner)), 'RecentIP')
  const keyOwner = devices.by('WGPubKey', device.WGPubKey)
  if (keyOwner && keyOwner !== had)
    throw new Invalid(phrase('home.publicKeyTaken', keyOwner.Name || keyOfDevice(keyOwner)), 'WGPubKey')
}

function put(draft: Draft, identity: string, device: Device): void {
  draft.devices.put(identity, device)
  for (const name of device.Groups) if (!draft.groups.get(name)) draft.groups.put(name, emptyGroup(name))
}

/**
 * The map of all devices as JSON text, cached by the identity of the row objects: rows are immutable. The comparison takes
 * microseconds, serialising a thousand devices does not.
 */
function openDeviceList(devices: Rows<Device>): () => JsonText {
  const texts = new WeakMap<Device, string>()
  let shown: (string | Device)[] = []
  let whole = new JsonText('{}')

  const textOf = (device: Device): string =>
    texts.getOrInsertComputed(device, () => JSON.stringify(maskedDevice(device)))
  const isCurrent = (): boolean => {
    if (shown.length !== 2 * devices.size) return false
    let at = 0
    for (const [key, device] of devices) if (shown[at++] !== key || shown[at++] !== device) return false
    return true
  }
  return () => {
    if (isCurrent()) return whole
    shown = [...devices].flat()
    const entries = [...devices].map(([key, device]) => `${JSON.stringify(key)}:${textOf(device)}`)
    whole = new JsonText(`{${entries.join(',')}}`)
    return whole
  }
}
