import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { KeptPasskey } from '../../../model/access/credentials/passkey.ts'
import { type Device, keyOfDevice } from '../../../model/home/devices/device.ts'
import { generatePassphrase } from '../../../model/home/devices/passphrase.ts'
import { knownIdentity } from '../../../model/home/devices/revise.ts'
import type { Belonging, lostDevice } from '../../../model/home/lostdevice/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import { ofField, phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { endSessions, idOfSession } from '../../access/credentials/credential.ts'
import { demandProof, endWithoutFactor } from '../../access/credentials/factors.ts'
import type { SessionUse } from '../../access/credentials/sessionuse.ts'
import { sessionEvent } from '../../access/credentials/tokens.ts'
import { announceDeleted, announceDevice } from '../devices/announce.ts'
import { forget } from '../devices/forget.ts'

/** A session begins within this time after the use of its passkey. */
const SIGN_IN_SECONDS = 60

type Ended = { readonly Kind: Belonging; readonly Name: string }

export function lostDeviceHandlers(
  deps: Pick<Core, 'facts' | 'change' | 'bus' | 'clock'>,
  sessionUse: Pick<SessionUse, 'of'>,
): Handlers<typeof lostDevice> {
  const { facts, change, bus, clock } = deps
  const deviceOf = (text: string): Device => {
    const device = facts.devices.get(knownIdentity(text, 'identity'))
    if (!device) throw new NotFound(phrase('home.deviceUnknown'))
    return device
  }
  const namesIt = (name: string, device: Device): boolean =>
    device.Name !== '' && name.toLowerCase().includes(device.Name.toLowerCase())

  return {
    read({ query, caller }) {
      const device = deviceOf(query.identity)
      const now = Math.floor(clock.now() / 1000)
      const sessions = [...facts.sessions]
        .filter(([key, { Expires }]) => Expires > now && key !== caller.session)
        .map(([key, session]) => {
          const { Address, LastUsed } = sessionUse.of(key, session)
          const Likely = device.RecentIP !== '' && Address === device.RecentIP
          return { key, session, Address, LastUsed, Likely }
        })
        .sort((a, b) => b.LastUsed - a.LastUsed)
      const began = (passkey: KeptPasskey): boolean =>
        sessions.some(({ session: { Name, Begun }, Likely }) => {
          const after = Begun - passkey.LastUsed
          return Likely && Name === passkey.User && after >= 0 && after <= SIGN_IN_SECONDS
        })
      return {
        Sessions: sessions.map(({ key, session: { Name: User, Agent }, Address, LastUsed, Likely }) => ({
          ...{ Id: idOfSession(key), User, Agent, Address, LastUsed, Likely },
        })),
        Passkeys: [...facts.passkeys.values()].map((passkey) => ({
          ...{ ID: passkey.ID, User: passkey.User, Name: passkey.Name },
          Likely: began(passkey) || namesIt(passkey.Name, device),
        })),
        Push: [
          ...[...facts.notifyTargets.values()]
            .filter(({ Way }) => Way.Kind === 'push')
            .map(({ Id, Name }) => ({ Id, Name, Likely: namesIt(Name, device) })),
          ...[...facts.phones.values()].map(({ DeviceId }) => ({ Id: DeviceId, Name: DeviceId, Likely: false })),
        ],
        Passphrase: hasPassphrase(device),
        Vpn: device.WGPubKey !== '',
      }
    },

    async end({ query, body, caller }) {
      const before = deviceOf(query.identity)
      if (body.Passkeys.length > 0) demandProof(facts, caller)
      const isOwn = (id: string): boolean => caller.session !== undefined && id === idOfSession(caller.session)
      if (body.Sessions.some(isOwn)) throw new Invalid(phrase('home.ownSessionSelected'), 'Sessions')
      let ended: Ended[] = []
      let after: Device | undefined
      await change((draft) => {
        const device = draft.devices.get(keyOfDevice(before))
        if (!device) throw new NotFound(phrase('home.deviceUnknown'))
        const { left, what } = endAccess(draft, device)
        after = left
        ended = [
          ...body.Sessions.map((id) => endSession(draft, id)),
          ...body.Passkeys.map((id) => endPasskey(draft, id, caller.session)),
          ...body.Push.map((id) => endPush(draft, id)),
          ...what,
        ]
      })
      if (after && after !== before) announceDevice({ bus, facts }, before, after)
      else if (!after) announceDeleted({ bus, facts }, before)
      for (const { Kind, Name } of ended)
        if (Kind === 'passkey') bus.publish('auth:webauthn:delete', sessionEvent(caller, Name))
      if (ended.some(({ Kind }) => Kind === 'session' || Kind === 'passkey'))
        bus.publish('auth:logout', sessionEvent(caller, 'session'))
      return { Ended: ended }
    },
  }
}

const hasPassphrase = ({ PSKEntry }: Device): boolean => PSKEntry.Psk !== ''

/** A new passphrase, and no VPN key. A device that is known by the key alone is deleted: `left` is undefined. */
function endAccess(draft: Draft, device: Device): { readonly left: Device | undefined; readonly what: Ended[] } {
  const { MAC, WGPubKey, PSKEntry, Name } = device
  const what: Ended[] = [
    ...(hasPassphrase(device) ? [{ Kind: 'passphrase' as const, Name }] : []),
    ...(WGPubKey !== '' ? [{ Kind: 'vpn' as const, Name }] : []),
  ]
  if (WGPubKey !== '') draft.peers.remove(WGPubKey)
  if (WGPubKey !== '' && MAC === '') {
    forget(draft, [WGPubKey])
    return { left: undefined, what }
  }
  if (what.length === 0) return { left: device, what }
  const Psk = hasPassphrase(device) ? generatePassphrase() : ''
  const left = { ...device, WGPubKey: '', PSKEntry: { ...PSKEntry, Psk } }
  draft.devices.put(keyOfDevice(device), left)
  return { left, what }
}

function endSession(draft: Draft, id: string): Ended {
  const found = [...draft.sessions.rows()].find(([key]) => idOfSession(key) === id)
  if (!found) throw new NotFound(ofField('Sessions', phrase('home.lostSessionEnded')))
  draft.sessions.remove(found[0])
  return { Kind: 'session', Name: found[1].Name }
}

function endPasskey(draft: Draft, id: string, session: string | undefined): Ended {
  const passkey = draft.passkeys.get(id)
  if (!passkey) throw new NotFound(ofField('Passkeys', phrase('home.lostPasskeyUnknown')))
  draft.passkeys.remove(id)
  endWithoutFactor(draft, passkey.User)
  endSessions(draft, passkey.User, session)
  return { Kind: 'passkey', Name: passkey.Name }
}

function endPush(draft: Draft, id: string): Ended {
  const target = draft.notifyTargets.get(id)
  if (target?.Way.Kind === 'push') {
    draft.notifyTargets.remove(id)
    return { Kind: 'push', Name: target.Name }
  }
  if (!draft.phones.get(id)) throw new NotFound(ofField('Push', phrase('home.lostSubscriptionUnknown')))
  draft.phones.remove(id)
  return { Kind: 'push', Name: id }
}
